import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { FundSettingsDialog } from '../../fund-settings/settings-dialog.tsx'
import { bankIndex, bankList, receivedIndex, receivedList, staffTransferList } from '../list-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { IndexList, type IndexListProps, useTabCounts } from '../../../core/list-page/index-list.tsx'
import { minuteText, withoutThisYear } from '../../../ui/text/day-text.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { KeyPages } from '../../../ui/index/key-pages.tsx'
import { useIndexAddress } from '../../../ui/index/use-index-address.ts'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { type BankLine, transferCandidates, transferMatch, type StaffClaim } from '../contract.ts'
import { carriesForeignCode, creditedText } from '../received/match-rules.ts'
import { difference } from '../rules.ts'
import { VoucherLink } from '../voucher-link.tsx'
import { SetAsideDialog, takeBackColumn } from './aside-lines.tsx'
import css from './bank.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { ReceivedMoney } from './received.tsx'

export const meta = () => [{ title: '银行流水 · 明析科测' }]

const { open, ...matched } = bankIndex.tabs
const labels: Record<string, string> = Object.fromEntries(
  Object.entries({ open, ...receivedIndex.tabs, ...matched }).map(([key, { label }]) => [key, label]),
)
const tabs = Object.keys(labels) as [string, ...string[]]
const PAGE_SIZE = 20

export default function BankPage() {
  const [importing, setImporting] = useState(false)
  const { may } = useStaff()
  const address = useAddress()
  // The guide of a new laboratory leads here with the dialog open.
  const [settings, setSettings] = useState(address.get('open') === 'settings')
  const tab = address.oneOf('tab', tabs)
  const counts = { ...useTabCounts(bankList), ...useTabCounts(receivedList) }
  return (
    <div className="stack">
      <PageHeader
        title="银行流水"
        sub="导入银行到账流水，与客户的转账申请逐笔核销"
        actions={
          <>
            {may('fund.settings') && (
              <Button icon="settings" onClick={() => setSettings(true)}>
                收款账户与限额
              </Button>
            )}
            <Button variant="primary" icon="upload" onClick={() => setImporting(true)}>
              导入流水
            </Button>
          </>
        }
      />
      <LinkTabs
        label="流水状态"
        tabs={tabs.map((key) => ({
          to: key === 'open' ? '?' : `?tab=${key}`,
          label: labels[key],
          ...(counts[key] === undefined ? {} : { count: counts[key] }),
          current: key === tab,
        }))}
      />
      {tab === 'open' && <Matching onImport={() => setImporting(true)} />}
      {tab in receivedIndex.tabs && <ReceivedMoney />}
      {tab !== 'open' && tab in bankIndex.tabs && (
        <IndexList
          index={bankIndex}
          call={bankList}
          looks={looks}
          more={may('received.keep') ? [takeBackColumn] : []}
          tabs={false}
          empty={<EmptyState title={tab === 'matched' ? '还没有核销过流水' : '没有流水'} icon="file" />}
        />
      )}
      {settings && <FundSettingsDialog onClose={() => setSettings(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  )
}

/** Bank lines on the left, claims on the right; those that fit the chosen line come first. */
function Matching({ onImport }: { onImport: () => void }) {
  const { query, href } = useIndexAddress(bankIndex)
  const { after, before } = query
  const lines = useCall(bankList, { after, before, size: PAGE_SIZE })
  const [lineId, setLineId] = useState<number>()
  const [keeping, setKeeping] = useState<BankLine>()
  const [aside, setAside] = useState<BankLine>()
  const [pair, setPair] = useState<{ line: BankLine; claim: StaffClaim }>()
  const match = useAct(transferMatch, {
    refreshes: [bankList, transferCandidates, staffTransferList],
    onDone: (done) =>
      toast.success(done.stage === 'credited' ? `已核销，${creditedText(done)}` : '已提交复核，由另一位同事确认后入账'),
  })
  const foreign = pair !== undefined && carriesForeignCode(pair.line, pair.claim)
  const doubtful = foreign || (pair !== undefined && pair.line.amountFen !== pair.claim.amountFen)
  const list = lines.data?.list ?? []
  // Without a choice, a line that names its customer is chosen: it is the quickest to match.
  const chosen = list.find((line) => line.id === lineId) ?? list.find((line) => line.customerId !== null) ?? list[0]
  // Another line orders the claims differently, so paging starts again.
  const [turned, setTurned] = useState<{ lineId: number | undefined; page: number }>()
  const waitingPage = turned && turned.lineId === chosen?.id ? turned.page : 1
  const waiting = useCall(transferCandidates, {
    lineId: chosen?.id,
    page: waitingPage,
    size: PAGE_SIZE,
  })
  return (
    <div className={css.sides}>
      <section aria-label="待核销流水" className={css.side}>
        <h2 className={css.head}>到账流水 {lines.data && `（${lines.data.total}）`}</h2>
        <Loaded of={lines}>
          {(data) =>
            data.list.length === 0 ? (
              <EmptyState title="没有待核销的流水" icon="check" action={{ label: '导入流水', onClick: onImport }} />
            ) : (
              <ul role="list" className={css.list}>
                {data.list.map((line) => (
                  <li key={line.id}>
                    <button
                      type="button"
                      className={css.line}
                      aria-pressed={line.id === chosen?.id}
                      onClick={() => setLineId(line.id)}
                    >
                      <span className={css.top}>
                        <strong>{line.payer}</strong>
                        <Money fen={line.amountFen} />
                      </span>
                      <span className={css.note}>
                        {minuteText(line.receivedAt)} · {line.serial}
                      </span>
                      {line.memo && <span className={css.note}>附言：{line.memo}</span>}
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {lines.data && <KeyPages data={lines.data} href={href} label="流水分页" />}
      </section>
      <section aria-label="待审核的转账申请" className={css.side}>
        <h2 className={css.head}>转账申请 {waiting.data && `（${waiting.data.total}）`}</h2>
        {chosen && (
          <p className={css.unmatched}>
            没有对应的申请？
            <Button size="s" onClick={() => setKeeping(chosen)}>
              记为客户的待分配到账
            </Button>
            <Button size="s" variant="quiet" onClick={() => setAside(chosen)}>
              与客户无关
            </Button>
          </p>
        )}
        <Loaded of={waiting}>
          {(data) =>
            data.list.length === 0 ? (
              <EmptyState title="没有待审核的转账申请" icon="wallet" />
            ) : (
              <ul role="list" className={css.list}>
                {data.list.map((claim) => (
                  <li key={claim.id} className={css.claim}>
                    <Candidate line={chosen} claim={claim} onMatch={(line) => setPair({ line, claim })} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <Pagination
          page={waitingPage}
          pageCount={pagesOf(waiting.data)}
          onPage={(to) => setTurned({ lineId: chosen?.id, page: to })}
          label="申请分页"
        />
      </section>
      {aside && <SetAsideDialog line={aside} onClose={() => setAside(undefined)} />}
      {keeping && <KeepDialog line={keeping} onClose={() => setKeeping(undefined)} />}
      <ConfirmDialog
        open={pair !== undefined}
        onClose={() => setPair(undefined)}
        onConfirm={({ reason }) =>
          pair &&
          match.submit({
            claimId: pair.claim.id,
            bankLineId: pair.line.id,
            version: pair.claim.version,
            overrideReason: doubtful ? reason : undefined,
          })
        }
        title={foreign ? '识别码属于其他客户，仍要核销？' : doubtful ? '金额不一致，仍要核销？' : '确认核销'}
        confirmLabel={doubtful ? '仍然核销' : '核销'}
        danger={doubtful}
        reason={doubtful ? { label: '核销原因', required: true } : undefined}
      >
        {pair && <PairText {...pair} limitFen={waiting.data?.secondPersonAboveFen ?? 0} />}
      </ConfirmDialog>
    </div>
  )
}

const pagesOf = (data: { total: number } | undefined) => Math.ceil((data?.total ?? 0) / PAGE_SIZE)

interface CandidateProps {
  line: BankLine | undefined
  claim: StaffClaim
  onMatch: (line: BankLine) => void
}

function Candidate({ line, claim: a, onMatch }: CandidateProps) {
  const gap = line && difference(a.amountFen, line.amountFen)
  const owner = line?.customerId === a.customerId
  return (
    <>
      <span className={css.top}>
        <strong>{a.payerName}</strong>
        <Money fen={a.amountFen} />
      </span>
      <span className={css.note}>
        {a.customerName || '未填姓名'} {a.customerPhone} · {withoutThisYear(a.transferredOn)} 转账 · 识别码{' '}
        {a.transferCode}
      </span>
      <span className={css.note}>用途：{a.title}</span>
      {a.remark && <span className={css.note}>备注：{a.remark}</span>}
      <span className={css.acts}>
        {owner && <StageBadge tone="ok">识别码相符</StageBadge>}
        {line && carriesForeignCode(line, a) && <StageBadge tone="danger">识别码属于其他客户</StageBadge>}
        {line && gap === 'equal' && <StageBadge tone="ok">金额一致</StageBadge>}
        {line && gap !== 'equal' && (
          <StageBadge tone="warn">
            到账{gap === 'short' ? '少' : '多'} <Money fen={Math.abs(line.amountFen - a.amountFen)} />
          </StageBadge>
        )}
        {a.voucherFileId !== null && <VoucherLink fileId={a.voucherFileId} staff />}
        {line && (
          <Button
            size="s"
            variant={gap === 'equal' ? 'primary' : 'secondary'}
            aria-label={`核销 ${a.payerName} 的申请`}
            onClick={() => onMatch(line)}
          >
            核销
          </Button>
        )}
      </span>
    </>
  )
}

function PairText({ line, claim, limitFen }: { line: BankLine; claim: StaffClaim; limitFen: number }) {
  return (
    <div className="stack">
      <p>
        流水 {line.serial}（{line.payer}）到账 <Money fen={line.amountFen} />
        ，计入 {claim.customerName} {claim.customerPhone} 的
        {claim.kind === 'prestore' ? '预存余额' : `预存余额并支付${claim.title}`}。
      </p>
      {carriesForeignCode(line, claim) && (
        <p>附言“{line.memo}”中的识别码不是该客户的。请先核实款项归属；原因会记入操作日志。</p>
      )}
      {line.amountFen !== claim.amountFen && (
        <p>
          客户申请的金额是 <Money fen={claim.amountFen} />
          ，将按到账金额入账；不足以付清时款项计入余额，多付的部分也计入余额。原因会记入操作日志。
        </p>
      )}
      {line.payer !== claim.payerName && <p>注意：银行付款户名与申请填写的“{claim.payerName}”不同。</p>}
      {line.amountFen > limitFen && (
        <p>
          金额超过 <Money fen={limitFen} />
          ，需另一位同事复核后入账。
        </p>
      )}
    </div>
  )
}

const looks: IndexListProps<BankLine, keyof typeof bankIndex.fields>['looks'] = {
  serial: { line: 1, rowHeader: true, render: (line) => <span className="num">{line.serial}</span> },
  received: { line: 2 },
  payer: { line: 2, render: (line) => <PayerCell line={line} /> },
  amount: { line: 1 },
}

function PayerCell({ line }: { line: BankLine }) {
  return (
    <span>
      {line.payer}
      {line.asideReason !== null && <CellNote>与客户无关：{line.asideReason}</CellNote>}
    </span>
  )
}
