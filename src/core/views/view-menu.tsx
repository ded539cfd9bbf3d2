import { useState } from 'react'
import { addressOf, queryOfAddress, wholeList } from '../../platform/contract/index-address.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import type { IndexState } from '../../ui/index/use-index-address.ts'
import { Select, TextInput } from '../../ui/inputs/input.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Menu } from '../../ui/feedback/menu.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { type Role, roleMayAct, roles } from '../staff/rules.ts'
import { useStaff } from '../staff/me.tsx'
import { type SavedView, viewList, viewRemove, viewSave } from './contract.ts'

/** The saved views of a list: links to it with other filters, order and columns. */
export function ViewMenu({ index, state }: { index: AnyIndex; state: IndexState }) {
  const [open, setOpen] = useState<'save' | 'manage'>()
  const views = useCall(viewList, { index: index.name }).data?.list ?? []
  const here = wholeList(index, state.query)
  const current = views.find(({ address }) => normalised(index, address) === here)
  return (
    <>
      <Menu
        label={current ? `视图：${current.name}` : '视图'}
        align="end"
        items={[
          ...views.map((view) => ({
            label: view.own ? view.name : `${view.name}（${view.ownerName}共享）`,
            to: `?${view.address}`,
            current: view === current,
          })),
          { label: '保存当前视图', icon: 'plus' as const, onClick: () => setOpen('save') },
          {
            label: '管理视图',
            icon: 'edit' as const,
            hidden: !views.some(({ own }) => own),
            onClick: () => setOpen('manage'),
          },
        ]}
      />
      {open === 'save' && (
        <SaveDialog index={index} address={here} current={current} onClose={() => setOpen(undefined)} />
      )}
      {open === 'manage' && <ManageDialog views={views} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** As the index writes it today, so that a view kept before a field was removed is recognised. */
const normalised = (index: AnyIndex, address: string) =>
  addressOf(index, queryOfAddress(index, new URLSearchParams(address)))

interface SaveProps {
  index: AnyIndex
  address: string
  current: SavedView | undefined
  onClose: () => void
}

function SaveDialog({ index, address, current, onClose }: SaveProps) {
  const staff = useStaff()
  const save = useAct(viewSave, { refreshes: [viewList] })
  const form = useZodForm({
    schema: viewSave.input,
    initial: { index: index.name, address, name: current?.own ? current.name : '', role: null },
    onSubmit: async (input) => {
      await save.submit(input)
      toast.success(`已保存视图“${input.name}”`)
      onClose()
    },
  })
  const others = (Object.keys(roles) as Role[]).filter((role) => roleMayAct(role, index.action))
  return (
    <Dialog open onClose={onClose} title="保存当前视图" size="s">
      <Form form={form} aria-label="保存当前视图">
        <p>保存当前的筛选、排序和列。同名的视图会被覆盖。</p>
        <Field label="视图名称" of={form.at('name')} required>
          <TextInput maxLength={20} />
        </Field>
        <Field label="谁可以使用">
          <Select
            value={form.values.role ?? ''}
            options={[
              { value: '', label: `仅自己（${staff.name}）` },
              ...others.map((role) => ({ value: role as string, label: `共享给${roles[role]}` })),
            ]}
            onValue={(role) => form.set('role', role || null)}
          />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function ManageDialog({ views, onClose }: { views: SavedView[]; onClose: () => void }) {
  const remove = useAct(viewRemove, { refreshes: [viewList], onDone: () => toast.success('已删除视图') })
  return (
    <Dialog open onClose={onClose} title="我的视图" size="s">
      <ul role="list" className="stack">
        {views
          .filter(({ own }) => own)
          .map((view) => (
            <li key={view.id} className="cluster" style={{ justifyContent: 'space-between' }}>
              <span>
                <SmartLink to={`?${view.address}`} onClick={onClose}>
                  {view.name}
                </SmartLink>{' '}
                {view.role && <small>共享给{roles[view.role]}</small>}
              </span>
              <Button
                size="s"
                icon="trash"
                aria-label={`删除视图 ${view.name}`}
                busy={remove.busy}
                onClick={() => void remove.run({ id: view.id })}
              />
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
