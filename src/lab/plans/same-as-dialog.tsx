import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { RadioGroup } from '../../ui/inputs/choice.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { planList, planSameAs, planSameChoices } from './contract.ts'
import type { PlanItem } from './plan-table.tsx'
import { shortDay } from '../../ui/text/day-text.ts'

const PAGE_SIZE = 10

/** Chooses the earlier order whose instrument and conditions the test shall have. */
export function SameAsDialog({ item, onClose }: { item: PlanItem; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState(item.sameAs)
  const choices = useCall(planSameChoices, { rid: item.rid, page, size: PAGE_SIZE })
  const act = useAct(planSameAs, {
    refreshes: [planList],
    onDone: () => {
      toast.success(chosen === '' ? '已取消参照的订单' : `将按订单 ${chosen} 的仪器与条件检测`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${item.name}：相同的仪器与条件`}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={act.busy} onClick={() => void act.run({ id: item.id, orderNo: chosen })}>
            保存
          </Button>
        </>
      }
    >
      <Loaded of={choices}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title="还没有交付过该项目的订单" icon="file">
              交付过的订单会出现在这里，供以后的样品对照。
            </EmptyState>
          ) : (
            <div className="stack">
              <p>实验员会尽量使用该订单的仪器、方法与条件，使结果可以对照；仪器停用时会先与您联系。</p>
              <RadioGroup
                cards
                aria-label="参照的订单"
                value={chosen}
                onValue={setChosen}
                options={[
                  { value: '', label: '不参照' },
                  ...list.map(({ orderNo, title, deliveredAt }) => ({
                    value: orderNo,
                    label: orderNo,
                    note: `${title}，${shortDay(deliveredAt)} 交付`,
                  })),
                ]}
              />
              <Pagination page={page} pageCount={Math.ceil(total / PAGE_SIZE)} onPage={setPage} label="订单分页" />
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}
