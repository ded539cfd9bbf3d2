import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { readSetting, writeSettings } from './actions.ts'
import { type Dated, mayBegin, ruleAt, withRule } from './dated-rules.ts'
import { settingErrors } from './errors.ts'
import type { SettingKey, Settings } from './rules.ts'
import { lockSettings } from './store.ts'

// Settings that are lists of rules with effect from a day. A rule that was ever in force stays, because what happened under it is judged by it.

type DatedKey = { [K in SettingKey]: Settings[K] extends readonly Dated[] ? K : never }[SettingKey]
type RuleOf<K extends DatedKey> = Settings[K][number]

/** The rule in force on a Shanghai day, today unless another is given. */
export async function readRule<K extends DatedKey>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  key: K,
  day = shanghaiDate(ctx.clock.now()),
): Promise<RuleOf<K> | undefined> {
  return ruleAt(await rulesOf(ctx, key), day)
}

/** Adds a rule that begins later, or replaces one that has not begun. */
export async function saveRule<K extends DatedKey>(ctx: Ctx<Staff>, key: K, rule: RuleOf<K>): Promise<void> {
  await change(ctx, key, rule.from, (rules) => withRule(rules, rule), rule)
}

/** Removes a rule that has not begun. */
export async function dropRule<K extends DatedKey>(ctx: Ctx<Staff>, key: K, from: string): Promise<void> {
  await change(ctx, key, from, (rules) => {
    if (from <= shanghaiDate(ctx.clock.now())) throw refuse(settingErrors.ruleBegun)
    if (!rules.some((rule) => rule.from === from)) throw refuse(settingErrors.noSuchRule)
    return rules.filter((rule) => rule.from !== from)
  })
}

async function change<K extends DatedKey>(
  ctx: Ctx<Staff>,
  key: K,
  from: string,
  changed: (rules: readonly RuleOf<K>[]) => RuleOf<K>[],
  after?: RuleOf<K>,
): Promise<void> {
  await inTx(ctx, async (inner) => {
    await lockSettings(inner.db, key)
    const rules = await rulesOf(inner, key)
    if (after && !mayBegin(rules, from, shanghaiDate(ctx.clock.now()))) throw refuse(settingErrors.ruleBegun)
    await writeSettings(inner, { [key]: changed(rules) } as Partial<Settings>)
    inner.db.afterCommit(() => ctx.cache.purge(['settings']))
    await recordAudit(inner, {
      action: after ? 'setting.saveRule' : 'setting.dropRule',
      subject: `setting:${key}`,
      before: rules.find((rule) => rule.from === from) ?? {},
      after: after ?? {},
    })
  })
}

function rulesOf<K extends DatedKey>(ctx: Pick<Ctx, 'db'>, key: K): Promise<readonly RuleOf<K>[]> {
  return readSetting(ctx, key) as Promise<readonly RuleOf<K>[]>
}
