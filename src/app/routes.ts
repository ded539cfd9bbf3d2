import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'
import { consolePages } from './console-pages.ts'
import { memberPages } from './member-pages.ts'

/** Every page. Public pages render on the server for everyone; member, experiment and console pages need a session in the browser. */
const everyConsolePage = consolePages.flatMap(({ pages }) => pages)

export default [
  layout('layouts/site-layout.tsx', [
    index('../shop/site/pages/home.tsx'),
    route('invited/:code?', 'pages/invited.tsx'),
    route('project/compare', '../shop/site/pages/compare.tsx'),
    route('project/*', '../shop/site/pages/project-list.tsx'),
    route('detail/:rid', '../workspace/project-page/pages/project-detail.tsx'),
    route('choose', '../shop/method-guide/pages/choose.tsx'),
    route('search', '../shop/site/pages/search.tsx'),
    route('list/:type', '../shop/site/pages/article-list.tsx'),
    route('article/:id', '../shop/site/pages/article.tsx'),
    route('televised', '../shop/site/pages/televised.tsx'),
    route('about', 'pages/section-start.tsx', { id: 'about-start' }),
    route('member', 'pages/section-start.tsx', { id: 'member-start' }),
    route('experiment', 'pages/section-start.tsx', { id: 'experiment-start' }),
    route('about/:part', '../shop/site/pages/about.tsx'),
    route('contact', '../shop/site/pages/contact.tsx'),
    route('guide', '../shop/site/pages/guide.tsx'),
    route('require', '../lab/demands/pages/require.tsx'),
    route('license', '../shop/site/pages/license.tsx'),
    route('policy', '../shop/site/pages/policy.tsx'),
    route('agreement', '../shop/site/pages/agreement.tsx'),
    ...prefix('member', [
      layout(
        'layouts/member-layout.tsx',
        memberPages.map(({ path, file }) => route(path, file)),
      ),
    ]),
    ...prefix('experiment', [
      layout('layouts/experiment-layout.tsx', [
        route('plan', '../lab/ordering/pages/plan.tsx'),
        layout('../lab/ordering/pages/wizard-layout.tsx', [
          route('step1', '../lab/ordering/pages/step1.tsx'),
          route('step2', '../lab/ordering/pages/step2.tsx'),
          route('step3', '../lab/ordering/pages/step3.tsx'),
          route('step4', '../lab/ordering/pages/step4.tsx'),
          route('step5', '../lab/ordering/pages/step5.tsx'),
        ]),
        route('step6', '../lab/ordering/pages/step6.tsx'),
        route('demand', '../lab/demands/pages/demand.tsx'),
        route('contract', '../lab/contracts/pages/contract.tsx'),
      ]),
    ]),
    route('wechat/undo/:token', '../people/sign-in/pages/wechat-undo.tsx'),
    route('plan/:token', '../lab/plans/pages/shared-plan.tsx'),
    route('collection/:token', '../lab/library/pages/shared-collection.tsx'),
    route('verify/:code?', '../lab/reports/pages/verify.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
  ...prefix('experiment', [
    // For printing: no header and no footer.
    layout('layouts/experiment-layout.tsx', { id: 'experiment-print' }, [
      route('labels/:orderNo', '../workspace/order-page/pages/labels.tsx'),
      route('packing/:orderNo', '../workspace/order-page/pages/packing.tsx'),
    ]),
  ]),
  ...prefix('console', [
    route('login', '../core/staff/console/login.tsx'),
    layout('layouts/console-print-layout.tsx', [
      route('labels', '../workspace/order-page/console/sample-labels.tsx'),
      route('labels/shelves', '../lab/samples/console/shelf-labels.tsx'),
      route('labels/:orderNo', '../workspace/order-page/console/labels.tsx', { id: 'console-labels' }),
    ]),
    layout(
      'layouts/phone-layout.tsx',
      everyConsolePage.filter(({ phone }) => phone).map(({ path, file, id }) => route(path, file, { id })),
    ),
    layout('layouts/console-layout.tsx', [
      ...everyConsolePage
        .filter(({ phone }) => !phone)
        .map(({ path, file, id }) => (path === '' ? index(file) : route(path, file, { id }))),
      route('*', 'pages/console-not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig
