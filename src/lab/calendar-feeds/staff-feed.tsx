import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { staffCalendarFeedMake, staffCalendarFeedShow, staffCalendarFeedStop } from './contract.ts'
import { FeedCard } from './feed-card.tsx'

const refreshes = [staffCalendarFeedShow]
const ALL = 'all'

/** The calendar of the signed-in member of staff: all bookings, or those of one instrument. */
export function StaffFeed({ instruments }: { instruments: readonly { id: number; label: string }[] }) {
  const state = useCall(staffCalendarFeedShow, {})
  const make = useAct(staffCalendarFeedMake, { refreshes })
  const stop = useAct(staffCalendarFeedStop, { refreshes })
  const [chosen, setChosen] = useState<string>()
  return (
    <Loaded of={state}>
      {(data) => {
        const value = chosen ?? (data.instrumentId === null ? ALL : String(data.instrumentId))
        return (
          <FeedCard
            state={data}
            about="把实验室的预约显示在自己的日历中，改期和取消会自动更新，不含客户姓名。"
            onMake={async () => (await make.run({ instrumentId: value === ALL ? null : Number(value) }))?.path}
            onStop={() => stop.submit({})}
          >
            <Field label="订阅的仪器" hint={data.createdAt === null ? undefined : '更改后请更换地址'}>
              <Select
                value={value}
                onValue={(next) => setChosen(next ?? ALL)}
                options={[
                  { value: ALL, label: '全部仪器' },
                  ...instruments.map(({ id, label }) => ({ value: String(id), label })),
                ]}
              />
            </Field>
          </FeedCard>
        )
      }}
    </Loaded>
  )
}
