import { type Acting, setActing } from '../../platform/client/acting.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Icon } from '../../ui/text/icon.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { clusterActing } from './contract.ts'
import css from './acting-bar.module.css'

/** Above the pages of the member area: in whose name the person works, for those who may act for a group. */
export function ActingBar({ acting }: { acting: Acting | undefined }) {
  const groups = useCall(clusterActing, {})
  const list = groups.data?.list ?? []
  if (!acting && list.length === 0) return null
  const options = [
    { value: '', label: '个人身份' },
    ...list.map(({ groupNo, name, roleLabel }) => ({ value: groupNo, label: `${name}（${roleLabel}）` })),
  ]
  const choose = (groupNo: string) => {
    const chosen = list.find((group) => group.groupNo === groupNo)
    setActing(chosen && { groupNo, name: chosen.name })
  }
  return (
    <div className={acting ? css.band : css.bar} role={acting ? 'status' : undefined}>
      {acting && (
        <span className={css.text}>
          <Icon name="group" />
          <span>
            正在以课题组「<strong>{acting.name}</strong>」的身份操作
          </span>
        </span>
      )}
      <span className={css.choice}>
        {list.length > 0 && (
          <Select
            aria-label="操作身份"
            options={options}
            value={acting?.groupNo ?? ''}
            onValue={(value) => choose(value ?? '')}
          />
        )}
        {acting && (
          <Button size="s" onClick={() => setActing(undefined)}>
            返回个人
          </Button>
        )}
      </span>
    </div>
  )
}
