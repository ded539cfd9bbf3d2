import { useState } from 'react'
import { setting } from '../../core/settings/contract.ts'
import type { Call } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { FormActions } from '../../ui/inputs/form.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { samplingAdd, samplingList } from './contract.ts'
import { Exception, exceptionOf } from './staff/submit-exception.tsx'

/** The address of the laboratory. Confirming takes back a pickup that nobody was assigned to. */
export function SelfSendPart({
  orderNo,
  onDone,
  refreshes,
}: {
  orderNo: string
  onDone: () => void
  refreshes: readonly Call[]
}) {
  const settings = useCall(setting, {})
  const choose = useAct(samplingAdd, { refreshes: [samplingList, ...refreshes] })
  const [failure, setFailure] = useState('')
  const confirm = async () => {
    setFailure('')
    try {
      await choose.submit({ orderNo, type: 0 })
      toast.success('已选择自行寄送')
      onDone()
    } catch (caught) {
      setFailure(exceptionOf(caught))
    }
  }
  return (
    <Loaded of={settings}>
      {({ labAddress: lab, localInfo }) => (
        <div className="stack">
          {lab.address ? (
            <>
              <DescriptionList
                single
                items={[
                  { term: '收件人', value: lab.receiver },
                  { term: '电话', value: lab.phone },
                  { term: '地址', value: `${lab.address} ${lab.postcode}`.trim() },
                  { term: '快递说明', value: localInfo.express || undefined },
                ]}
              />
              <p>
                <CopyButton
                  text={[lab.receiver, lab.phone, lab.address, lab.postcode, `（订单 ${orderNo}）`]
                    .filter(Boolean)
                    .join(' ')}
                >
                  复制地址
                </CopyButton>
              </p>
            </>
          ) : (
            <p>收样地址由客户经理告知。</p>
          )}
          <Exception text={failure} />
          <FormActions>
            <Button variant="primary" busy={choose.busy} onClick={() => void confirm()}>
              自行寄送
            </Button>
          </FormActions>
        </div>
      )}
    </Loaded>
  )
}
