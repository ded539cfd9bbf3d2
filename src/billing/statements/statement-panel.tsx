import { useState } from 'react'
import { browserKey, useDownload } from '../../core/files/download-button.tsx'
import { send } from '../../platform/client/transport.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Toolbar } from '../../ui/tables/toolbar.tsx'
import { statementFile, statementMail, statementPeriods, statementShow } from './contract.ts'
import { StatementFigures } from './statement-figures.tsx'

/** The customer's statement of a month or a year, to read, to download and to be mailed. */
export function StatementPanel() {
  const periods = useCall(statementPeriods, {})
  return <Loaded of={periods}>{(data) => <Chosen {...data} />}</Loaded>
}

function Chosen({ months, years }: { months: string[]; years: string[] }) {
  const [period, setPeriod] = useState(months[0] ?? '')
  const view = useCall(statementShow, { period }, { alwaysAsk: true })
  const mail = useAct(statementMail, { onDone: () => toast.success('已安排发送，请稍后查收邮箱') })
  const pdf = useDownload(() => send(statementFile, { period, format: 'pdf', browserKey: browserKey() }))
  const xlsx = useDownload(() => send(statementFile, { period, format: 'xlsx', browserKey: browserKey() }))
  return (
    <div className="stack">
      <Toolbar
        actions={
          <>
            <Button icon="download" busy={pdf.busy} onClick={() => void pdf.download()}>
              下载 PDF
            </Button>
            <Button icon="download" busy={xlsx.busy} onClick={() => void xlsx.download()}>
              下载 Excel
            </Button>
            <Button busy={mail.busy} onClick={() => void mail.run({ period })}>
              发送到邮箱
            </Button>
          </>
        }
      >
        <Field label="对账时段" hideLabel>
          <Select value={period} options={optionsOf(months, years)} onValue={setPeriod} />
        </Field>
      </Toolbar>
      <Loaded of={view}>{(data) => <StatementFigures view={data} />}</Loaded>
    </div>
  )
}

export function optionsOf(months: string[], years: string[]) {
  return [
    ...months.map((value) => ({ value, label: `${value.slice(0, 4)} 年 ${Number(value.slice(5))} 月` })),
    ...years.map((value) => ({ value, label: `${value} 年度` })),
  ]
}
