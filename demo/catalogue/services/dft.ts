import { amount, choice, choices, noSamples, option, project, questions, text, when } from '../authoring.ts'

const noSample = '无需寄样，请上传结构文件'

export const dft = project({
  slug: 'dft',
  name: '第一性原理计算（DFT）',
  aliases: ['DFT', '密度泛函', '第一性原理', '理论计算', '能带', '态密度', '吸附能', 'VASP'],
  sketch: '能带、态密度、吸附能与反应路径，由计算工程师评估后报价',
  tags: ['能带', '态密度', '吸附能'],
  figure: { kind: 'bands', gap: 36 },
  typeId: 3,
  categoryId: 42,
  childId: 4201,
  daysFrom: 7,
  daysTo: 20,
  form: {
    fields: [
      {
        key: 'structure',
        label: '结构文件',
        kind: 'file',
        extensions: ['cif', 'vasp', 'xyz', 'poscar', 'zip'],
        most: 10,
        required: true,
      },
      amount('atoms', '原子数', '个', [1, 600], { step: 1 }),
      choices(
        'properties',
        '计算内容',
        [
          option('band', '能带结构'),
          option('dos', '态密度 DOS/PDOS'),
          option('adsorption', '吸附能'),
          option('charge', '差分电荷与 Bader'),
          option('path', '反应路径（NEB）'),
          option('phonon', '声子谱'),
        ],
        { required: true },
      ),
      choice('functional', '泛函', [
        option('pbe', 'PBE'),
        option('pbeU', 'PBE+U'),
        option('hse', 'HSE06'),
        option('auto', '由工程师选择'),
      ]),
      {
        key: 'uValues',
        label: 'U 值',
        kind: 'table',
        required: true,
        most: 6,
        showWhen: { field: 'functional', is: ['pbeU'] },
        columns: [
          { key: 'element', label: '元素', kind: 'text', maxLength: 2, required: true },
          { key: 'u', label: 'U', kind: 'number', unit: 'eV', min: 0, max: 12, required: true },
        ],
      },
      text('adsorbates', '吸附物种', 200, { required: true, ...when('properties', 'adsorption', 'path') }),
      text('goal', '要说明的问题', 1000, {
        multiline: true,
        required: true,
        hint: '写清想用计算支持的结论，便于选模型与报价',
      }),
    ],
  },
  rule: { kind: 'quote' },
  content: {
    intro: [
      '以平面波赝势密度泛函方法计算电子结构与能量，用于解释实验现象与反应机理。计算量随原子数与内容变化很大，因此由工程师评估后报价。',
    ],
    requirements: noSamples(noSample),
    consumed: false,
    notices: ['报价前先确认模型与方法，确认后开始计算', '交付全部输入输出文件，可复现'],
    instruments: [{ name: '高性能计算集群', note: '平面波赝势程序，收敛标准随报告给出' }],
    results: [{ title: '计算报告', text: '模型图、收敛测试、能带/态密度数据与作图文件、方法段落。' }],
    faq: questions(
      ['多久能报价？', '工作日收到结构与问题后，客户经理会联系您并给出方案与报价。'],
      ['没有结构文件可以吗？', '可以先提供化学式、晶面与参考文献，建模作为一项列在报价中。'],
      ['审稿意见要补算怎么办？', '保留全部文件，同一体系的补算按增量报价。'],
    ),
  },
})
