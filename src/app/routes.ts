import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page. Public pages render on the server for everyone; member, experiment and console pages need a session in the browser. */
export default [
  layout('layouts/site-layout.tsx', [
    index('../content/pages/home.tsx'),
    route('invited/:code?', 'pages/invited.tsx'),
    route('project/*', '../catalogue/pages/project-list.tsx'),
    route('detail/:rid', '../catalogue/pages/project-detail.tsx'),
    route('search', '../catalogue/pages/search.tsx'),
    route('list/:type', '../content/pages/article-list.tsx'),
    route('article/:id', '../content/pages/article.tsx'),
    route('televised', '../content/pages/televised.tsx'),
    route('about', 'pages/section-start.tsx', { id: 'about-start' }),
    route('member', 'pages/section-start.tsx', { id: 'member-start' }),
    route('experiment', 'pages/section-start.tsx', { id: 'experiment-start' }),
    route('about/:part', '../content/pages/about.tsx'),
    route('contact', '../content/pages/contact.tsx'),
    route('guide', '../content/pages/guide.tsx'),
    route('require', '../content/pages/require.tsx'),
    route('license', '../content/pages/license.tsx'),
    route('policy', '../content/pages/policy.tsx'),
    ...prefix('member', [
      layout('layouts/member-layout.tsx', [
        route('center', '../assets/pages/center.tsx'),
        route('prestore', '../prestore/pages/prestore.tsx'),
        route('unsettled', '../settlements/pages/unsettled.tsx'),
        route('unpaid', '../settlements/pages/unpaid.tsx'),
        route('information', '../accounts/pages/information.tsx'),
        route('address', '../addresses/pages/address.tsx'),
        route('order', '../orders/pages/order-list.tsx'),
        route('order/:orderNo', '../orders/pages/order-page.tsx'),
        route('oquery', '../orders/pages/order-query.tsx'),
        route('sample', '../samples/pages/sample-list.tsx'),
      ]),
    ]),
    ...prefix('experiment', [
      layout('layouts/experiment-layout.tsx', [
        route('plan', '../plans/pages/plan.tsx'),
        layout('../orders/pages/wizard-layout.tsx', [
          route('step1', '../orders/pages/step1.tsx'),
          route('step2', '../orders/pages/step2.tsx'),
          route('step3', '../orders/pages/step3.tsx'),
          route('step4', '../orders/pages/step4.tsx'),
          route('step5', '../orders/pages/step5.tsx'),
        ]),
        route('step6', '../orders/pages/step6.tsx'),
        route('contract', '../contracts/pages/contract.tsx'),
      ]),
    ]),
    route('verify/:code?', '../reports/pages/verify.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
  ...prefix('experiment', [
    // For paper: no header and no footer.
    layout('layouts/experiment-layout.tsx', { id: 'experiment-print' }, [
      route('labels/:orderNo', '../orders/pages/labels.tsx'),
      route('packing/:orderNo', '../orders/pages/packing.tsx'),
    ]),
  ]),
  ...prefix('console', [
    route('login', '../staff/console/login.tsx'),
    layout('layouts/console-layout.tsx', [
      index('../orders/console/inbox.tsx'),
      route('orders', '../orders/console/order-list.tsx'),
      route('orders/:orderNo', '../orders/console/order-page.tsx'),
      route('demands', '../demands/console/demands.tsx'),
      route('demands/:id', '../demands/console/demand-page.tsx'),
      route('intake', '../samples/console/intake.tsx'),
      route('returns', '../samples/console/returns.tsx'),
      route('notices', '../notices/console/notice-log.tsx'),
      route('outbox', '../notices/console/outbox.tsx'),
      route('tasks', '../reports/console/tasks.tsx'),
      route('tasks/:orderNo', '../reports/console/task.tsx', { id: 'console-task' }),
      route('verify', '../reports/console/verify-list.tsx'),
      route('verify/:orderNo', '../reports/console/task.tsx', { id: 'console-verify' }),
      route('contracts', '../contracts/console/contracts.tsx'),
      route('bank', '../prestore/console/bank.tsx'),
      route('prestore', '../prestore/console/applications.tsx'),
      route('settlements', '../settlements/console/settlements.tsx'),
      route('credit', '../credit/console/credit.tsx'),
    ]),
  ]),
] satisfies RouteConfig
