import { handle } from '../platform/http/handler.ts'
import { abilityList, acknowledgeList, homePage, indexMessages, newsArticle, newsList } from './actions.ts'
import { ability, acknowledge, indexMsg, news, newsDetail, webIndex } from './contract.ts'

export const routes = [
  handle(webIndex, (ctx) => homePage(ctx)),
  handle(news, (ctx, input) => newsList(ctx, input)),
  handle(newsDetail, (ctx, input) => newsArticle(ctx, input)),
  handle(ability, (ctx, input) => abilityList(ctx, input)),
  handle(acknowledge, (ctx, input) => acknowledgeList(ctx, input)),
  handle(indexMsg, (ctx) => indexMessages(ctx)),
]
