import { useEffect, useState } from 'react'
import { webAgreement } from '../../../core/agreements/agreement-contract.ts'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { Checkbox } from '../../../ui/inputs/choice.tsx'

/** Never ticked in advance. */
export function ConsentBox({ value, onValue }: { value: boolean; onValue: (on: boolean) => void }) {
  return (
    <Checkbox value={value} onValue={onValue}>
      我已阅读并同意
      <a href="/license" target="_blank" rel="noreferrer">
        《用户协议》
      </a>
      和
      <a href="/policy" target="_blank" rel="noreferrer">
        《隐私政策》
      </a>
    </Checkbox>
  )
}

/** Fetches the version in force while the person reads the texts; it is sent with the consent. The dialog is used on pages without a query cache. */
export function useAgreement() {
  const [version, setVersion] = useState<string>()
  const reload = async () => {
    const answer = await send(webAgreement, { name: 'account' }).catch(() => undefined)
    setVersion(answer?.version)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form is opened
  useEffect(() => void reload(), [])
  return {
    /** The version to send; throws the message of the form when the box is not ticked or the version has not arrived yet. */
    ticked(agreed: boolean): string {
      if (!agreed) throw new ApiError('请先阅读并同意《用户协议》和《隐私政策》', 'notAgreed', 0)
      if (version !== undefined) return version
      void reload()
      throw new ApiError('协议还没有加载好，请稍后重试', 'notAgreed', 0)
    },
    /** The version has changed since: clears the tick and fetches the new version. */
    async renew(error: unknown, untick: () => void): Promise<never> {
      if (error instanceof ApiError && error.error === 'agreementChanged') {
        untick()
        await reload()
      }
      throw error
    },
  }
}
