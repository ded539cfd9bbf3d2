import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { calendarFeedMake, calendarFeedShow, calendarFeedStop } from './contract.ts'
import { FeedCard } from './feed-card.tsx'

const refreshes = [calendarFeedShow]

/** The calendar of the signed-in customer. */
export function OwnFeed() {
  const state = useCall(calendarFeedShow, {})
  const make = useAct(calendarFeedMake, { refreshes })
  const stop = useAct(calendarFeedStop, { refreshes })
  return (
    <Loaded of={state}>
      {(data) => (
        <FeedCard
          state={data}
          about="把您本人的到场与云视频预约显示在自己的日历中，改期和取消会自动更新。"
          onMake={async () => (await make.run({}))?.path}
          onStop={() => stop.submit({})}
        />
      )}
    </Loaded>
  )
}
