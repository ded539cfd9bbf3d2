import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { taxNoDoubt, tidyTaxNo } from '../orders/invoicing/invoice-rules.ts'
import { invoiceAdd, invoiceList } from '../orders/invoicing/title-contract.ts'
import type { DraftData } from './use-wizard.tsx'

type Invoice = DraftData['invoice']

const texts = ['title', 'taxNo', 'bank', 'bankAccount', 'address', 'phone'] as const

/** Chooses the title from the saved ones, or saves the typed one. */
export function SavedTitles({ invoice, onChange }: { invoice: Invoice; onChange: (invoice: Invoice) => void }) {
  const titles = useCall(invoiceList, {})
  const save = useAct(invoiceAdd, {
    refreshes: [invoiceList],
    onDone: () => toast.success('抬头已保存，下次可直接选用'),
  })
  const list = titles.data?.list ?? []
  const typed = Object.fromEntries(texts.map((name) => [name, textOf(invoice[name])])) as Record<
    (typeof texts)[number],
    string
  >
  const chosen = list.find((each) => each.title === typed.title && each.taxNo === tidyTaxNo(typed.taxNo))
  const special = invoice.type === 3
  return (
    <>
      {list.length > 0 && (
        <Field label="已保存的抬头">
          <Select
            value={chosen?.id ?? null}
            placeholder="选择抬头，或在下面填写"
            options={list.map((each) => ({
              value: each.id,
              label: each.default ? `${each.title}（默认）` : each.title,
              disabled: special && each.naturalPerson,
            }))}
            onValue={(id) => {
              const title = list.find((each) => each.id === id)
              if (title)
                onChange({
                  ...invoice,
                  ...Object.fromEntries(texts.map((name) => [name, title[name]])),
                  // A saved number was confirmed when it was saved.
                  taxNoConfirmed: taxNoDoubt(title.taxNo) !== undefined,
                })
            }}
          />
        </Field>
      )}
      {titles.data && !chosen && typed.title !== '' && (
        <p>
          <Button
            size="s"
            icon="plus"
            busy={save.busy}
            onClick={() =>
              void save.run({
                ...typed,
                naturalPerson: typed.taxNo === '',
                ...(invoice.taxNoConfirmed === true ? { taxNoConfirmed: true } : {}),
              })
            }
          >
            保存为常用抬头
          </Button>
        </p>
      )}
    </>
  )
}

/** Whether the check digit of a tax number is wrong, so that the person has to confirm it. */
export function isDoubtful(taxNo: unknown): boolean {
  return typeof taxNo === 'string' && taxNoDoubt(tidyTaxNo(taxNo)) !== undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
