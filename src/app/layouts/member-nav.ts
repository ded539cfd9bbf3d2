/** The entries of the member menu whose page exists. An entry comes with the route of its page, never before it; the test beside this holds both together. */
export const openMemberPages: ReadonlySet<string> = new Set([
  '/member/center',
  '/member/order',
  '/member/oquery',
  '/member/sample',
  '/member/prestore',
  '/member/unsettled',
  '/member/unpaid',
  '/member/information',
  '/member/address',
])
