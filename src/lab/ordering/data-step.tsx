import { useState } from 'react'
import { planEdit, planList } from '../plans/contract.ts'
import { useAct } from '../../platform/client/use-call.ts'
import { DataFiles } from '../orders/analysis-data/data-files.tsx'
import { type DraftSample, fitSamples } from '../samples/entry/draft-rules.ts'
import { checkSamples, entryLimits, type SampleEntry } from '../samples/entry/entry-rules.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { FormRow } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { CountButtons } from './count-buttons.tsx'
import { demandOf } from './demand-rules.ts'
import { useWizard } from './use-wizard.tsx'
import { WizardStep } from './wizard-step.tsx'

/** The second step of an analysis: its data instead of samples. Each data set that is priced has a name, which the customer may change. */
export function DataStep() {
  const { lines, data, set } = useWizard()
  const [tried, setTried] = useState(false)
  const resize = useAct(planEdit, { refreshes: [planList] })
  const demands = lines.map(demandOf)
  const entries = fitSamples(data.samples, demands)
  const named = entries.map((entry, i) => {
    const typed = data.samples.some((draft) => draft.planId === entry.planId && draft.ownNo === entry.ownNo)
    return typed ? entry : { ...entry, name: `数据 ${i + 1}` }
  })
  const store = (next: SampleEntry[]) => set({ samples: next as unknown as DraftSample[] })
  const issues = tried ? checkSamples(named, demands) : []
  const check = () => {
    setTried(true)
    const sound = checkSamples(named, demands).length === 0
    if (sound) store(named)
    return sound
  }
  return (
    <WizardStep step={2} title="数据上传" sub="可以现在上传，也可以提交订单后在订单详情页上传" check={check}>
      <Card title="数据文件">
        <div className="stack">
          <p>
            请上传原始数据和仪器参数文件，文件夹请先打包。网络中断或关闭页面后可以接着传；上传时可以继续填写后面的步骤。
          </p>
          <DataFiles orderNo="" />
        </div>
      </Card>
      {lines.map((line) => (
        <Card key={line.id} title={`${line.name}（${line.count} 份数据）`}>
          <div className="stack" style={{ '--gap': 'var(--space-12)' } as React.CSSProperties}>
            {named.map((entry, row) =>
              entry.planId === line.id ? (
                <FormRow key={entry.ownNo}>
                  {(['name', 'remark'] as const).map((field) => (
                    <Field
                      key={field}
                      label={field === 'name' ? `第 ${row + 1} 份数据的名称` : '说明'}
                      required={field === 'name'}
                      error={issues.find((issue) => issue.row === row && issue.field === field)?.message}
                    >
                      <TextInput
                        value={entry[field]}
                        maxLength={entryLimits[field]}
                        onValue={(value) =>
                          store(named.map((other, i) => (i === row ? { ...other, [field]: value } : other)))
                        }
                      />
                    </Field>
                  ))}
                </FormRow>
              ) : null,
            )}
            {!line.agreed && (
              <CountButtons
                unit="一份数据"
                count={line.count}
                busy={resize.busy}
                onCount={(sampleCount) => {
                  const { id, parameters, urgent } = line
                  void resize.run({ id, parameters, urgent, sampleCount })
                }}
              />
            )}
          </div>
        </Card>
      ))}
    </WizardStep>
  )
}
