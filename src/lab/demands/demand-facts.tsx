import { DownloadButton, type FileReader } from '../../core/files/download-button.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { fileSizeText } from '../../ui/inputs/file-input.tsx'
import { Money } from '../../ui/text/money.tsx'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'
import type { DemandItem } from './contract.ts'
import css from './demand-facts.module.css'
import type { DemandStage } from './rules.ts'
import { workingDays } from '../../core/settings/opening-hours/days-rules.ts'

const tones: Record<DemandStage, Tone> = {
  open: 'info',
  answered: 'warn',
  accepted: 'ok',
  withdrawn: 'neutral',
  closed: 'neutral',
}

export function DemandStageBadge({ stage, children }: { stage: DemandStage; children: string }) {
  return <StageBadge tone={tones[stage]}>{children}</StageBadge>
}

type Asked = Pick<DemandItem, 'body' | 'serviceTypeName' | 'budgetFen' | 'deadline' | 'files'>

/** The request, in the customer's or visitor's own words. */
export function DemandFacts({ demand, as }: { demand: Asked; as: FileReader }) {
  return (
    <DescriptionList
      items={[
        { term: '需求说明', value: <p className={css.text}>{demand.body}</p>, wide: true },
        { term: '服务类型', value: demand.serviceTypeName },
        { term: '预算', value: demand.budgetFen === null ? '未填写' : <Money fen={demand.budgetFen} /> },
        { term: '期望完成', value: demand.deadline ?? '未填写' },
        ...(demand.files.length > 0
          ? [
              {
                term: '附件',
                wide: true,
                value: (
                  <ul role="list" className={css.files}>
                    {demand.files.map((file) => (
                      <li key={file.id} className="cluster">
                        <span>
                          {file.name}（{fileSizeText(file.size)}）
                        </span>
                        <DownloadButton fileId={file.id} name={file.name} as={as} />
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

/** The offer: the work, its price line by line, and its last day. */
export function OfferFacts({ answer }: { answer: NonNullable<DemandItem['answer']> }) {
  return (
    <DescriptionList
      items={[
        { term: '方案', value: answer.title },
        { term: '样品与周期', value: `${answer.sampleCount} 个样品，${workingDays(answer.days)}` },
        { term: '方案说明', value: <p className={css.text}>{answer.text}</p>, wide: true },
        {
          term: '报价明细',
          wide: true,
          value: (
            <ul role="list" className={css.lines}>
              {answer.lines.map((line, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of an offer are never reordered
                <li key={i}>
                  <span>{line.label}</span> <Money fen={line.amountFen} />
                </li>
              ))}
              <li className={css.total}>
                <span>合计</span> <Money fen={answer.totalFen} price />
              </li>
            </ul>
          ),
        },
        { term: '有效期', value: `至 ${answer.validUntil}${answer.expired ? '（已过期）' : ''}` },
      ]}
    />
  )
}
