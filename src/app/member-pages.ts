/** Every page of the member area, below /member; files are relative to this folder. `forGroup`: its calls work in the name of a group. */
export const memberPages: { path: string; file: string; forGroup?: true }[] = [
  { path: 'center', file: '../workspace/member-home/pages/center.tsx', forGroup: true },
  { path: 'prestore', file: './pages/prestore.tsx', forGroup: true },
  { path: 'pay/:paymentNo', file: '../money/payments/pages/pay-return.tsx', forGroup: true },
  { path: 'unsettled', file: '../billing/settlements/pages/unsettled.tsx', forGroup: true },
  { path: 'unpaid', file: '../billing/settlements/pages/unpaid.tsx', forGroup: true },
  { path: 'coupon', file: '../money/coupons/pages/coupon.tsx', forGroup: true },
  { path: 'invoiceMg', file: '../billing/invoices/pages/invoice-titles.tsx', forGroup: true },
  { path: 'invoiceLs', file: '../billing/invoices/pages/invoice-records.tsx', forGroup: true },
  { path: 'information', file: '../workspace/account/pages/information.tsx' },
  { path: 'openApi', file: '../workspace/account/pages/open-api.tsx' },
  { path: 'address', file: '../people/addresses/pages/address.tsx' },
  { path: 'order', file: '../workspace/order-page/pages/order-list.tsx', forGroup: true },
  { path: 'order/:orderNo', file: '../workspace/order-page/pages/order-page.tsx', forGroup: true },
  { path: 'figure/:files', file: '../lab/paper-kit/pages/figure.tsx', forGroup: true },
  { path: 'thread', file: '../workspace/threads/pages/thread-list.tsx', forGroup: true },
  { path: 'oquery', file: '../workspace/order-page/pages/order-query.tsx', forGroup: true },
  { path: 'communityMg', file: './pages/community-mg.tsx' },
  { path: 'communityJn', file: './pages/community-jn.tsx' },
  { path: 'promotion', file: '../money/promotion/pages/promotion.tsx' },
  { path: 'invite', file: '../people/invitations/pages/invite.tsx' },
  { path: 'integral', file: '../money/points/pages/integral.tsx' },
  { path: 'sample', file: './pages/sample.tsx', forGroup: true },
  { path: 'analysis', file: '../lab/analyses/pages/analysis.tsx', forGroup: true },
  { path: 'library', file: '../lab/library/pages/library.tsx', forGroup: true },
  { path: 'library/:collection', file: '../lab/library/pages/collection.tsx', forGroup: true },
]

/** The pages in the member menu; a page with a parameter is linked from another page. */
export const openMemberPages: ReadonlySet<string> = new Set(
  memberPages.filter(({ path }) => !path.includes(':')).map(({ path }) => `/member/${path}`),
)

/** The pages in the menu while the person works for a group. */
export const groupMemberPages: ReadonlySet<string> = new Set(
  memberPages.filter(({ path, forGroup }) => forGroup && !path.includes(':')).map(({ path }) => `/member/${path}`),
)

/** Whether a page shows the data of a group when the person works for one. */
export function isGroupPage(pathname: string): boolean {
  const steps = pathname.split('/').filter(Boolean).slice(1)
  return memberPages.some(({ path, forGroup }) => {
    const parts = path.split('/')
    return (
      forGroup && parts.length === steps.length && parts.every((part, at) => part.startsWith(':') || part === steps[at])
    )
  })
}
