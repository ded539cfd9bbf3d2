import { useRef, useState } from 'react'
import { z } from 'zod'
import { useStaff } from '../../../core/staff/me.tsx'
import { requiredText } from '../../../platform/contract/fields.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import { sampleLifecycle } from '../../samples/rules.ts'
import { placeText } from '../../samples/shelves/shelf-rules.ts'
import { serialPorts, weighNow } from '../bench/balance.ts'
import type { BenchAct } from '../bench/waiting-rules.ts'
import { type FoundSample, staffSampleReceive } from '../contract.ts'
import { sampleFacts } from '../sample-facts.tsx'
import css from './bench.module.css'

/** The last condition and shelf are the next default, since samples of one parcel are alike. */
const remembered = { condition: '完好', shelf: '' }

const receiveFields = staffSampleReceive.input.omit({ sampleNo: true })
const moveFields = z.strictObject({ shelf: requiredText('架位编号', 20) })

/** A sample that was scanned. Without network nothing is known but its number. */
export interface Scanned {
  sampleNo: string
  found?: FoundSample
}

interface Props {
  scanned: Scanned
  onAct: (act: BenchAct) => Promise<void>
}

/** What can be done with a sample now. Without network its stage is not known, so everything is offered and the server decides later. */
export function BenchSample({ scanned: { sampleNo, found }, onAct }: Props) {
  const { may } = useStaff()
  const receivable =
    !found ||
    (found.intake !== undefined &&
      (sampleLifecycle.transitions[found.intake].from as readonly string[]).includes(found.sample.stage))
  const [form, setForm] = useState<'receive' | 'move' | undefined>(
    found && receivable && may('sample.receive') ? 'receive' : undefined,
  )
  return (
    <Card
      title={<span className="num">{sampleNo}</span>}
      actions={found && <StageBadge tone={receivable ? 'info' : 'neutral'}>{found.sample.stageName}</StageBadge>}
    >
      <div className="stack">
        {found ? (
          <>
            {found.sample.hazardNames.length > 0 && (
              <p className="cluster" style={{ margin: 0 }}>
                危险性：
                {found.sample.hazardNames.map((name) => (
                  <Tag key={name} tone="danger">
                    {name}
                  </Tag>
                ))}
              </p>
            )}
            <DescriptionList items={sampleFacts(found)} />
          </>
        ) : (
          <p className={css.offline}>没有网络，看不到这个样品的信息。操作会在联网后按顺序发送。</p>
        )}
        <div className={css.acts}>
          {may('sample.receive') && receivable && (
            <Button size="m" icon="check" aria-pressed={form === 'receive'} onClick={() => setForm('receive')}>
              收样
            </Button>
          )}
          {may('sample.move') && (
            <Button icon="grid" aria-pressed={form === 'move'} onClick={() => setForm('move')}>
              移架
            </Button>
          )}
          {may('sample.photo') && <TakePhoto sampleNo={sampleNo} onAct={onAct} />}
          {found?.orderStage === 'received' && may('order.startTesting') && (
            <Button
              icon="flask"
              onClick={() => void onAct({ kind: 'startTesting', orderNo: found.sample.orderNo }).catch(() => undefined)}
            >
              开始检测
            </Button>
          )}
        </div>
        {form === 'receive' && <ReceiveHere onAct={onAct} />}
        {form === 'move' && <MoveHere onAct={onAct} />}
      </div>
    </Card>
  )
}

function ReceiveHere({ onAct }: Pick<Props, 'onAct'>) {
  const form = useZodForm({
    schema: receiveFields,
    initial: remembered,
    onSubmit: async (input) => {
      remembered.condition = input.condition
      remembered.shelf = input.shelf
      await onAct({ kind: 'receive', ...input })
    },
  })
  return (
    <Form form={form} aria-label="登记收样">
      <Field label="重量" of={form.at('weightMg')} hint="不便称重时可不填">
        <NumberInput unit="mg" inputMode="numeric" />
      </Field>
      <WeighButton onWeight={(mg) => form.set('weightMg', mg)} />
      <Field label="样品状况" of={form.at('condition')} required>
        <TextInput maxLength={100} />
      </Field>
      <Field label="存放位置" of={form.at('shelf')} required hint="柜-层-位，如 A-03-02；不在架位上时填“其他：位置”">
        <TextInput maxLength={30} autoCapitalize="characters" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" icon="check" busy={form.busy} wide>
          登记收样
        </Button>
      </FormActions>
    </Form>
  )
}

function MoveHere({ onAct }: Pick<Props, 'onAct'>) {
  const form = useZodForm({
    schema: moveFields,
    initial: { shelf: remembered.shelf },
    onSubmit: ({ shelf }) => onAct({ kind: 'move', shelf: placeText(shelf) }),
  })
  return (
    <Form form={form} aria-label="移架">
      <Field label="移到架位" of={form.at('shelf')} required>
        <TextInput maxLength={20} autoCapitalize="characters" />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy} wide>
          登记移架
        </Button>
      </FormActions>
    </Form>
  )
}

function WeighButton({ onWeight }: { onWeight: (mg: number) => void }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const serial = serialPorts()
  if (!serial) return null
  const weigh = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      onWeight(await weighNow(serial))
    } catch (cause) {
      // Closing the browser's list of ports is no fault.
      if (!(cause instanceof DOMException && cause.name === 'NotFoundError')) setFault((cause as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="s" icon="scale" busy={busy} onClick={() => void weigh()}>
        从天平读取
      </Button>
      {fault && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
    </>
  )
}

function TakePhoto({ sampleNo, onAct }: { sampleNo: string; onAct: Props['onAct'] }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="image" onClick={() => input.current?.click()}>
        拍照
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        aria-label={`拍摄样品 ${sampleNo} 的照片`}
        onChange={(event) => {
          const [photo] = event.target.files ?? []
          // Reset, so that the same picture can be taken again.
          event.target.value = ''
          if (photo) void onAct({ kind: 'photo', name: photo.name, photo }).catch(() => undefined)
        }}
      />
    </>
  )
}
