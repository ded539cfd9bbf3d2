import type { OutputOf } from '../../platform/contract/call.ts'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import type { prestoreApplyInit } from './contract.ts'
import { transferRemark } from './rules.ts'
import css from './transfer-info.module.css'

type Info = Pick<OutputOf<typeof prestoreApplyInit>, 'bank' | 'transferCode'> & { payableNo?: string | undefined }

/** Where to transfer the money, each line with a copy button: typing from the screen causes errors. */
export function TransferInfo({ bank, transferCode, payableNo = '' }: Info) {
  if (!bank.account) return <p>收款账户正在更新，请联系客服获取。</p>
  const lines = [
    { term: '户名', value: bank.holder },
    { term: '开户行', value: bank.bank },
    { term: '账号', value: bank.account },
    {
      term: '附言',
      value: transferRemark(transferCode, payableNo),
      note:
        payableNo === ''
          ? '您的专属识别码，请务必填写，用于核对到账'
          : '您的专属识别码与单号，请务必填写，用于核对到账',
    },
  ]
  return (
    <dl className={css.lines}>
      {lines.map(({ term, value, note }) => (
        <div key={term} className={css.line}>
          <dt>{term}</dt>
          <dd>
            <span className={term === '账号' || term === '附言' ? css.code : undefined}>{value}</span>
            {note && <span className={css.note}>{note}</span>}
          </dd>
          <dd>
            <CopyButton text={term === '账号' ? value.replace(/\s/g, '') : value} aria-label={`复制${term}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
