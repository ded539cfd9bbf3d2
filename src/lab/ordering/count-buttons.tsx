import { Button } from '../../ui/inputs/button.tsx'

/** Adds or removes one sample; the plan and its price change. */
export function CountButtons({
  unit,
  count,
  busy,
  onCount,
}: {
  unit: string
  count: number
  busy: boolean
  onCount: (count: number) => void
}) {
  return (
    <div className="cluster">
      <Button size="s" icon="plus" busy={busy} onClick={() => onCount(Math.min(99, count + 1))}>
        增加{unit}
      </Button>
      {count > 1 && (
        <Button size="s" variant="quiet" icon="minus" busy={busy} onClick={() => onCount(count - 1)}>
          去掉最后一个
        </Button>
      )}
    </div>
  )
}
