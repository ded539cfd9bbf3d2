import { minuteText, shortDay } from '../../ui/text/day-text.ts'
import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Checkbox } from '../../ui/inputs/choice.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import css from './plan-table.module.css'
import { planShare, planShares, planUnshare } from './share-contract.ts'
import { SHARE_DAYS, SHARE_NOTE_LENGTH, sharePath } from './share-rules.ts'

/** Makes a link to the chosen lines, and shows the links that still open. */
export function ShareDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const [note, setNote] = useState('')
  const [showsPrices, setShowsPrices] = useState(true)
  const make = useAct(planShare, {
    refreshes: [planShares],
    onDone: () => {
      setNote('')
      toast.success('已生成分享链接')
    },
  })
  return (
    <Dialog open onClose={onClose} title={`分享方案（${ids.length} 项）`}>
      <div className="stack">
        <p>
          打开链接的人能看到所选项目的参数与样品数，无需登录；登录后可以加入自己的方案。之后修改方案不影响已分享的内容，
          {SHARE_DAYS} 天后失效。
        </p>
        <Field label="留言" hint="可不填，打开链接的人会看到">
          <TextArea rows={2} maxLength={SHARE_NOTE_LENGTH} value={note} onValue={setNote} />
        </Field>
        <Checkbox checked={showsPrices} onChange={(event) => setShowsPrices(event.target.checked)}>
          显示我的价格
        </Checkbox>
        <div>
          <Button
            variant="primary"
            icon="share"
            busy={make.busy}
            onClick={() => void make.run({ ids, note: note.trim(), showsPrices })}
          >
            生成链接
          </Button>
        </div>
        <Shares />
      </div>
    </Dialog>
  )
}

function Shares() {
  const shares = useCall(planShares, {})
  const stop = useAct(planUnshare, { refreshes: [planShares], onDone: () => toast.success('已停止分享') })
  return (
    <Loaded of={shares}>
      {({ list }) =>
        list.length > 0 && (
          <section aria-label="有效的分享链接">
            <h3 className={css.heading}>有效的分享链接</h3>
            <ul role="list" className={css.shares}>
              {list.map((share) => {
                const address = window.location.origin + sharePath(share.token)
                const name = `${share.lineCount} 项，${minuteText(share.createdAt)} 分享`
                return (
                  <li key={share.id} className={css.share}>
                    <TextInput readOnly value={address} aria-label={`分享链接，${name}`} />
                    <span className={css.note}>
                      {name}，{shortDay(share.expiresAt)} 失效{share.showsPrices ? '' : '，不含价格'}
                      {share.note && `，${share.note}`}
                    </span>
                    <span className="cluster">
                      <CopyButton text={address}>复制链接</CopyButton>
                      <Button
                        size="s"
                        variant="quiet"
                        icon="close"
                        busy={stop.busy}
                        onClick={() => void stop.run({ id: share.id })}
                      >
                        停止分享
                      </Button>
                    </span>
                  </li>
                )
              })}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}
