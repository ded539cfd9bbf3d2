/** Every page of the member area, below /member; files are relative to this folder. */
export const memberPages: { path: string; file: string }[] = [
  { path: 'center', file: '../desk/member-home/pages/center.tsx' },
  { path: 'prestore', file: './pages/prestore.tsx' },
  { path: 'pay/:paymentNo', file: '../money/payments/pages/pay-return.tsx' },
  { path: 'unsettled', file: '../billing/settlements/pages/unsettled.tsx' },
  { path: 'unpaid', file: '../billing/settlements/pages/unpaid.tsx' },
  { path: 'coupon', file: '../money/coupons/pages/coupon.tsx' },
  { path: 'invoiceMg', file: '../billing/invoices/pages/invoice-titles.tsx' },
  { path: 'invoiceLs', file: '../billing/invoices/pages/invoice-records.tsx' },
  { path: 'information', file: '../desk/account/pages/information.tsx' },
  { path: 'address', file: '../people/addresses/pages/address.tsx' },
  { path: 'order', file: '../desk/order-page/pages/order-list.tsx' },
  { path: 'order/:orderNo', file: '../desk/order-page/pages/order-page.tsx' },
  { path: 'oquery', file: '../desk/order-page/pages/order-query.tsx' },
  { path: 'promotion', file: '../money/promotion/pages/promotion.tsx' },
  { path: 'invite', file: '../people/invitations/pages/invite.tsx' },
  { path: 'communityMg', file: '../people/groups/pages/community-mg.tsx' },
  { path: 'communityJn', file: '../people/groups/pages/community-jn.tsx' },
  { path: 'integral', file: '../money/points/pages/integral.tsx' },
  { path: 'sample', file: '../lab/samples/pages/sample-list.tsx' },
]

/** The pages in the member menu; a page with a parameter is linked from another page. */
export const openMemberPages: ReadonlySet<string> = new Set(
  memberPages.filter(({ path }) => !path.includes(':')).map(({ path }) => `/member/${path}`),
)
