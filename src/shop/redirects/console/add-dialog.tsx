import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { missingList, redirectAdd, redirectList } from '../contract.ts'

const refreshes = [redirectList, missingList]

/** One redirect; `from` is filled in when an address of the list of missing ones is led somewhere. */
export function AddDialog({ from = '', onClose }: { from?: string; onClose: () => void }) {
  const add = useAct(redirectAdd, { refreshes, quiet: true })
  const [doubts, setDoubts] = useState<{ pair: string; found: string[] }>({ pair: '', found: [] })
  const form = useZodForm({
    schema: redirectAdd.input,
    initial: { from, to: '' },
    onSubmit: async (input) => {
      const found = await doubtsOf(input)
      setDoubts({ pair: pairText(input), found })
      // The same addresses once more: the person has read the doubts.
      if (found.length > 0 && doubts.pair !== pairText(input)) return
      await add.submit(input)
      toast.success('已新增跳转')
      onClose()
    },
  })
  const { from: old = '', to = '' } = form.values
  const open = doubts.pair === pairText({ from: old, to }) ? doubts.found : []
  return (
    <Dialog open onClose={onClose} title="新增跳转">
      <Form form={form} aria-label="新增跳转">
        <Field label="旧地址" of={form.at('from')} hint="本站的路径，不含域名，例如 /product/xrd.html" required>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="新地址" of={form.at('to')} hint="本站的路径，例如 /detail/1" required>
          <TextInput autoComplete="off" />
        </Field>
        {open.map((text) => (
          <p key={text} role="alert" style={{ color: 'var(--warn)' }}>
            {text}
          </p>
        ))}
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {open.length > 0 ? '仍然新增' : '新增'}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

const pairText = ({ from, to }: { from: string; to: string }) => `${from} ${to}`

/** What speaks against the redirect: it never begins where a page stands, and should not end where none does. */
async function doubtsOf({ from, to }: { from: string; to: string }): Promise<string[]> {
  const [old, now] = [await statusOf(from), await statusOf(to)]
  return [
    ...(old !== undefined && old < 300 ? ['旧地址现在是正常的页面，跳转不会生效。'] : []),
    ...(now === 404 ? ['新地址现在打不开（404），请核对。'] : []),
  ]
}

/** The HTTP status of a page of this site; undefined when the browser cannot ask, for example because the console has a host of its own. */
async function statusOf(path: string): Promise<number | undefined> {
  const answer = await fetch(path, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined)
  return answer?.type === 'basic' ? answer.status : undefined
}
