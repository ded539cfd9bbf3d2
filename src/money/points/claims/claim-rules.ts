import { defineLifecycle, factsOf } from '../../../platform/lifecycle/lifecycle.ts'

export interface ClaimFacts {
  customerId: number
  /** The paper. */
  title: string
  points?: number
  reason?: string
}

/** Points for a paper that thanks the laboratory. Staff check the paper and its acknowledgement. */
export const claimLifecycle = defineLifecycle({
  entity: 'pointClaim',
  table: 'point_claims',
  facts: factsOf<ClaimFacts>(),
  stages: { pending: '待审核', approved: '已发放', rejected: '已驳回', withdrawn: '已撤销' },
  transitions: {
    approve: { label: '通过', from: ['pending'], to: 'approved', by: ['staff'] },
    reject: { label: '驳回', from: ['pending'], to: 'rejected', by: ['staff'], reason: 'required' },
    /** Approved by mistake, or the paper turned out to be another. */
    revoke: { label: '收回', from: ['approved'], to: 'rejected', by: ['staff'], reason: 'required' },
    withdraw: { label: '撤销', from: ['pending'], to: 'withdrawn', by: ['customer'] },
  },
})
export type ClaimStage = keyof typeof claimLifecycle.stages

/** How many claims of one customer may wait at once. */
export const mostOpenClaims = 10

/** A DOI in its one form: without the address of the resolver, in small letters, because a DOI has no case. Empty when it is none. */
export function doiOf(text: string): string {
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '')
    .toLowerCase()
  return /^10\.\d{4,9}(?:\.\d+)*\/[\x21-\x7e]{1,180}$/.test(bare) ? bare : ''
}

/** An address of a page on the web, and nothing else that a link could run. */
export function isWebLink(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname.includes('.')
}
