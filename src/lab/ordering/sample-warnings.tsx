import type { SampleDemand, SampleEntry } from '../samples/entry/entry-rules.ts'
import { concerning } from '../samples/entry/entry-rules.ts'
import { Icon } from '../../ui/text/icon.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import css from './sample-warnings.module.css'
import { useWizard } from './use-wizard.tsx'

export interface SampleWarningsProps {
  demand: SampleDemand
  /** The samples of this project. */
  entries: readonly SampleEntry[]
}

/** Why samples do not suit their project, each reason once with the samples that it concerns, and what to test instead. */
export function SampleWarnings({ demand, entries }: SampleWarningsProps) {
  const { alternatives } = useWizard()
  const reasons = reasonsOf(demand, entries)
  if (reasons.length === 0) return null
  return (
    <ul role="list" className={css.list} aria-label={`${demand.projectName}的样品提示`}>
      {reasons.map(({ why, effect, instead, rows }) => {
        const other = alternatives.find(({ slug }) => slug === instead)
        return (
          <li key={why} className={effect === 'refuse' ? css.refused : css.doubtful}>
            <Icon name="alert" size={18} />
            <span>
              <strong>{effect === 'refuse' ? '不能测' : '请确认'}</strong> 第 {rows.map((row) => row + 1).join('、')}{' '}
              个样品：{why}
              {other && (
                <>
                  ；可改做 <SmartLink to={`/detail/${other.rid}`}>{other.name}</SmartLink>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function reasonsOf(demand: SampleDemand, entries: readonly SampleEntry[]) {
  const reasons = new Map<string, ReturnType<typeof concerning>[number] & { rows: number[] }>()
  entries.forEach((entry, row) => {
    for (const found of concerning(entry, demand)) {
      const known = reasons.get(found.why)
      if (known) known.rows.push(row)
      else reasons.set(found.why, { ...found, rows: [row] })
    }
  })
  return [...reasons.values()]
}
