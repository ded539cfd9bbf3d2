import { useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { Button, ButtonLink } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { setupAddExample, setupHide, setupRead, setupRemoveExample } from './contract.ts'
import css from './setup-guide.module.css'

type Guide = OutputOf<typeof setupRead>

/** What is missing before the first order; it goes when everything is done or somebody puts it away. */
export function SetupGuide() {
  const guide = useCall(setupRead, {}, { alwaysAsk: true })
  const [hidden, setHidden] = useState(false)
  const hide = useAct(setupHide, { refreshes: [setupRead] })
  const put = async (away: boolean) => {
    if (await hide.run({ hidden: away })) setHidden(away)
  }
  if (hidden)
    return (
      <p role="status" className="cluster">
        已收起“开始使用”
        <Button size="s" icon="undo" busy={hide.busy} onClick={() => void put(false)}>
          撤销
        </Button>
      </p>
    )
  if (!guide.data?.shown) return null
  return <GuideCard guide={guide.data} onHide={() => void put(true)} busy={hide.busy} />
}

function GuideCard({ guide, onHide, busy }: { guide: Guide; onHide: () => void; busy: boolean }) {
  const { may } = useStaff()
  const done = guide.steps.filter((step) => step.done).length
  return (
    <Card
      title={`开始使用（${done}/${guide.steps.length}）`}
      actions={
        may('setup.guide') && (
          <Button size="s" variant="quiet" busy={busy} onClick={onHide}>
            收起
          </Button>
        )
      }
    >
      <ol className={css.steps}>
        {guide.steps.map((step) => (
          <li key={step.key} className={css.step}>
            <span className={step.done ? css.done : css.open}>
              <Icon name={step.done ? 'check' : 'minus'} size={16} />
              <span className="visually-hidden">{step.done ? '已完成' : '未完成'}</span>
            </span>
            <div>
              <p className={css.label}>{step.label}</p>
              {!step.done && <p className={css.help}>{step.help}</p>}
            </div>
            {!step.done &&
              (step.mine ? (
                <ButtonLink size="s" to={step.to}>
                  去完成<span className="visually-hidden">：{step.label}</span>
                </ButtonLink>
              ) : (
                <span className={css.help}>由{step.by}完成</span>
              ))}
          </li>
        ))}
      </ol>
      {may('setup.guide') && <Example state={guide.example} />}
    </Card>
  )
}

function Example({ state }: { state: Guide['example'] }) {
  const refreshes = [setupRead]
  const add = useAct(setupAddExample, { refreshes, onDone: () => toast.success('示例项目已上架') })
  const remove = useAct(setupRemoveExample, { refreshes, onDone: () => toast.success('示例项目已移除') })
  if (state === 'notNeeded') return null
  return (
    <p className={css.example}>
      {state === 'none' ? '想先看看前台的样子？' : '前台正在展示示例项目。'}
      {state === 'none' ? (
        <Button size="s" icon="plus" busy={add.busy} onClick={() => void add.run({})}>
          放入示例项目
        </Button>
      ) : (
        <Button size="s" icon="trash" busy={remove.busy} onClick={() => void remove.run({})}>
          移除示例项目
        </Button>
      )}
    </p>
  )
}
