import type { ReactNode } from 'react'
import { type Acting, setActing } from '../../../platform/client/acting.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { clusterActing } from './acting-contract.ts'
import css from './acting-bar.module.css'

interface Props {
  acting: Acting | undefined
}

/** Above a page without a menu: in whose name the person works. */
export function ActingBar({ acting }: Props) {
  const choice = <ActingChoice acting={acting} />
  return acting ? (
    <ActingBand acting={acting}>{choice}</ActingBand>
  ) : (
    <div className={css.bar} style={{ minHeight: '2.5rem' }}>
      {choice}
    </div>
  )
}

/** Says, while the person works for a group, that they do. */
export function ActingBand({ acting, children }: { acting: Acting; children?: ReactNode }) {
  return (
    <div className={css.band} role="status">
      <span className={css.text}>
        <Icon name="group" />
        <span>
          正在以课题组「<strong>{acting.name}</strong>」的身份操作
        </span>
      </span>
      <span className={css.choice}>
        {children}
        <Button size="s" onClick={() => setActing(undefined)}>
          返回个人
        </Button>
      </span>
    </div>
  )
}

/** Says in whose name the person works, and lets those choose who may act for a group. The place is kept from the start, so that nothing moves. */
export function ActingChoice({ acting }: Props) {
  const groups = useCall(clusterActing, {})
  if (!groups.data) return null
  const { list } = groups.data
  if (list.length === 0)
    return (
      <p className={css.text}>
        <Icon name="user" size={18} />
        个人身份
      </p>
    )
  const options = [
    { value: '', label: '个人身份' },
    ...list.map(({ groupNo, name, roleLabel, factorFirst }) => ({
      value: groupNo,
      label: `${name}（${factorFirst ? '需先开启两步验证' : roleLabel}）`,
      disabled: factorFirst,
    })),
  ]
  const choose = (groupNo: string) => {
    const chosen = list.find((group) => group.groupNo === groupNo)
    setActing(chosen && { groupNo, name: chosen.name })
  }
  return (
    <Select
      aria-label="操作身份"
      options={options}
      value={acting?.groupNo ?? ''}
      onValue={(value) => choose(value ?? '')}
    />
  )
}
