import { staffReviewHide, staffReviewList, staffReviewPublish } from '../../../src/shop/reviews/list-contract.ts'
import type { Scene, StepKind } from '../scene.ts'

export const editor: StepKind[] = [{ name: 'an editor looks at evaluations', weight: 2, act: evaluations }]
const reason = '模拟网站编辑的理由'

async function evaluations(scene: Scene): Promise<void> {
  const found = scene.one((await scene.staff('editor', staffReviewList, { tab: 'all', size: 50 }))?.list)
  if (!found) return
  const { id, version, stage } = found
  if (stage === 'published') await scene.staff('editor', staffReviewHide, { id, version, reason })
  else if (stage === 'hidden' || scene.random.chance(0.8))
    await scene.staff('editor', staffReviewPublish, { id, version })
  else await scene.staff('editor', staffReviewHide, { id, version, reason })
}
