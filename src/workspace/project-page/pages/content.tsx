import { Figure } from '../../../shop/media/figure.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { RequirementChecklist } from '../../../shop/catalogue/requirements/requirement-checklist.tsx'
import { type Requirement, sampleFormLabels } from '../../../shop/catalogue/requirements/requirement-rules.ts'
import css from './content.module.css'
import { Example } from './example.tsx'
import { DetailSection } from './section.tsx'
import type { Project } from './summary.tsx'

type Content = Project['content']

const requirementColumns: Column<Requirement>[] = [
  {
    key: 'form',
    header: '形态',
    rowHeader: true,
    render: ({ form, accepted }) => `${sampleFormLabels[form]}${accepted ? '' : '（不接收）'}`,
  },
  {
    key: 'least',
    header: '最少用量',
    render: ({ accepted, least }) => <span className="num">{accepted ? (least ?? '—') : '—'}</span>,
  },
  { key: 'size', header: '尺寸与状态', render: ({ size }) => size ?? '—' },
  { key: 'refused', header: '不能测', render: ({ refused }) => refused ?? '—' },
  { key: 'note', header: '说明', render: ({ note }) => note ?? '—' },
]

/** The table lists the requirements of every sample form and is printed too; the checklist is for one sample on screen. */
export function SampleRequirements({ content, alternatives }: Pick<Project, 'content' | 'alternatives'>) {
  const { requirements, notices, suitability } = content
  if (requirements.length === 0) return null
  return (
    <DetailSection id="sample" title="样品要求">
      <Table
        caption="各形态的样品要求"
        hideCaption
        columns={requirementColumns}
        rows={requirements}
        rowKey={({ form }) => form}
      />
      {notices.length > 0 && (
        <ul className={css.notices}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <Unsuitable rules={suitability} alternatives={alternatives} />
      <details className={`${css.check} no-print`}>
        <summary>寄样前自查</summary>
        <RequirementChecklist requirements={requirements} notices={notices} />
      </details>
    </DetailSection>
  )
}

/** The same rules that the order form applies to the entered samples. */
function Unsuitable({ rules, alternatives }: { rules: Content['suitability'] } & Pick<Project, 'alternatives'>) {
  if (rules.length === 0) return null
  return (
    <>
      <h3 className={css.title}>下单前请留意</h3>
      <ul className={css.notices}>
        {rules.map(({ why, effect, instead }) => {
          const other = alternatives.find(({ slug }) => slug === instead)
          return (
            <li key={why}>
              {effect === 'refuse' && <strong>不能测：</strong>}
              {why}
              {other && (
                <>
                  ；可改做 <SmartLink to={`/detail/${other.rid}`}>{other.name}</SmartLink>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

export function Results({ content, rid, name }: { content: Content; rid: number; name: string }) {
  if (content.results.length === 0) return null
  return (
    <DetailSection id="result" title="结果示例" noPrint height={{ phone: 45, desk: 36 }}>
      <ul role="list" className={css.results}>
        {content.results.map(({ title, text, figure, plot }, index) => (
          <li key={title} className={plot ? `${css.result} ${css.wide}` : css.result}>
            {!plot && figure && <Figure figure={figure} name={name} seed={rid * 10 + index} title={title} />}
            <h3 className={css.title}>{title}</h3>
            <p className={css.text}>{text}</p>
            {plot && <Example plot={plot} title={title} file={`/files/example/${rid}-${index}.csv`} />}
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

export function Instruments({ content: { instruments } }: { content: Content }) {
  if (instruments.length === 0) return null
  return (
    <DetailSection id="instrument" title="仪器" noPrint>
      <ul role="list" className={css.instruments}>
        {instruments.map(({ name, note }) => (
          <li key={name}>
            <h3 className={css.title}>{name}</h3>
            <p className={css.text}>{note}</p>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

export function Questions({ content: { faq } }: { content: Content }) {
  if (faq.length === 0) return null
  return (
    <DetailSection id="faq" title="常见问题" noPrint height={{ phone: 17, desk: 15 }}>
      <div className={css.faq}>
        {faq.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </DetailSection>
  )
}
