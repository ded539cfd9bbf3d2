import { expect, it } from 'vitest'
import { demandIndex } from './list-contract.ts'
import { demandLifecycle } from './rules.ts'

it('[Q-97] a tab for one stage of demands has the word of that stage', () => {
  for (const tab of Object.values<{ label: string; filters?: object }>(demandIndex.tabs)) {
    const { stage = [] } = (tab.filters ?? {}) as { stage?: (keyof typeof demandLifecycle.stages)[] }
    if (stage[0] && stage.length === 1) expect(tab.label).toBe(demandLifecycle.stages[stage[0]])
  }
})
