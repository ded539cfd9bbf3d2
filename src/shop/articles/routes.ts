import { handle } from '../../platform/http/handler.ts'
import { abilityList, acknowledgeList, homePage, newsArticle, newsList, serviceList, textPage } from './actions.ts'
import { ability, acknowledge, articleSearch, news, newsDetail, service, webIndex, webPage } from './contract.ts'
import { webAgreement } from '../../core/agreements/agreement-contract.ts'
import { agreementPage } from './agreement-actions.ts'
import { searchArticles } from './search-actions.ts'

export const routes = [
  handle(articleSearch, (ctx, input) => searchArticles(ctx, input)),
  handle(webIndex, (ctx) => homePage(ctx)),
  handle(news, (ctx, input) => newsList(ctx, input)),
  handle(newsDetail, (ctx, input) => newsArticle(ctx, input)),
  handle(ability, (ctx, input) => abilityList(ctx, input)),
  handle(service, (ctx, input) => serviceList(ctx, input)),
  handle(acknowledge, (ctx, input) => acknowledgeList(ctx, input)),
  handle(webPage, (ctx, { slug }) => textPage(ctx, slug)),
  handle(webAgreement, (ctx, input) => agreementPage(ctx, input)),
]
