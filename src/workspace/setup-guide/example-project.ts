import type { ProjectDraft } from '../../shop/catalogue/publish-actions.ts'
import { sampleForms } from '../../shop/catalogue/requirements/requirement-rules.ts'

export const EXAMPLE_CATEGORY = '示例分类'

/** Shows what a project has: a form whose answers change the price, requirements, and a price for each kind of customer. */
export function exampleProject(categoryId: number): ProjectDraft {
  return {
    slug: 'example',
    name: '粉末衍射（示例）',
    aliases: ['XRD'],
    sketch: '示例项目：看看前台的项目页、参数表单和价格，之后可在后台一键移除',
    tags: ['示例'],
    img: '',
    figure: {
      kind: 'xrd',
      peaks: [
        [27.4, 13, 0.16],
        [31.7, 100, 0.16],
        [45.5, 62, 0.18],
        [56.5, 19, 0.2],
      ],
    },
    typeId: 1,
    categoryId,
    childId: null,
    daysFrom: 3,
    daysTo: 5,
    orderCount: 0,
    content: {
      intro: ['这里写方法的原理、能回答的问题和局限。'],
      requirements: sampleForms.map((form) =>
        form === 'powder'
          ? { form, accepted: true, least: '≥ 200 mg', note: '研细、干燥' }
          : { form, accepted: false, note: '示例项目只收粉末' },
      ),
      consumed: false,
      notices: ['这里写送样前需要知道的事。'],
      instruments: [{ name: 'X 射线粉末衍射仪', note: '这里写型号与能力' }],
      results: [],
      faq: [{ question: '多久出结果？', answer: '收到样品后 3 至 5 个工作日。' }],
    },
    form: {
      fields: [
        {
          key: 'speed',
          label: '扫描速度',
          kind: 'choice',
          required: true,
          initial: 'usual',
          options: [
            { value: 'usual', label: '5 °/min' },
            { value: 'slow', label: '2 °/min', price: [{ charge: 'slow' }] },
          ],
        },
        { key: 'to', label: '终止角 2θ', kind: 'number', unit: '°', min: 20, max: 90, required: true, initial: 80 },
      ],
    },
    rule: {
      kind: 'rated',
      rates: [{ key: 'base', label: '衍射测试', basis: '样', perSample: true, unitFen: fen(60) }],
      urgentPercent: 150,
      addOns: [{ key: 'slow', label: '慢速扫描', unit: '样', perSample: true, unitFen: fen(40) }],
    },
  }
}

/** Yuan for institutes; individuals and enterprises pay more, as the demo's laboratory does. */
function fen(yuan: number) {
  return { institute: yuan * 100, individual: yuan * 125, enterprise: yuan * 160 }
}
