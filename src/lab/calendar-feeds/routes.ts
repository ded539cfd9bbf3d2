import { handle } from '../../platform/http/handler.ts'
import { feedState, makeFeed, ownFeedState, stopFeed } from './actions.ts'
import {
  calendarFeedMake,
  calendarFeedShow,
  calendarFeedStop,
  staffCalendarFeedMake,
  staffCalendarFeedShow,
  staffCalendarFeedStop,
} from './contract.ts'

export const routes = [
  handle(calendarFeedShow, (ctx) => ownFeedState(ctx)),
  handle(calendarFeedMake, (ctx) => makeFeed(ctx)),
  handle(calendarFeedStop, async (ctx) => {
    await stopFeed(ctx)
    return {}
  }),
  handle(staffCalendarFeedShow, (ctx) => feedState(ctx)),
  handle(staffCalendarFeedMake, (ctx, { instrumentId }) => makeFeed(ctx, instrumentId)),
  handle(staffCalendarFeedStop, async (ctx) => {
    await stopFeed(ctx)
    return {}
  }),
]
