import { serviceEntries } from './service-menu-rules.ts'
import { regions } from '../regions/region-actions.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { defaultSettings, type SettingKey, type Settings, type SettingValue, settingSchemas } from './rules.ts'
import { addWorkingHours } from './opening-hours/opening-rules.ts'
import { publicSettingKeys } from './public-rules.ts'
import { lockSettings, putSetting, settingRows } from './store.ts'

type DbCtx = Pick<Ctx, 'db'>

/** The value in force: `await readSetting(ctx, 'quoteValidDays')`. */
export async function readSetting<K extends SettingKey>(ctx: DbCtx, key: K): Promise<SettingValue<K>> {
  return (await readSettings(ctx, [key]))[key]
}

/** Several settings in one query. A stored value that no longer fits its schema is replaced by the default. */
export async function readSettings<K extends SettingKey>(ctx: DbCtx, keys: readonly K[]): Promise<Pick<Settings, K>> {
  const rows = new Map((await settingRows(ctx.db, keys)).map((row) => [row.key, row.value]))
  const entries = keys.map((key) => {
    const stored = rows.has(key) ? settingSchemas[key].safeParse(rows.get(key)) : undefined
    return [key, stored?.success ? stored.data : defaultSettings[key]]
  })
  return Object.fromEntries(entries) as Pick<Settings, K>
}

/** The settings that pages show: the public ones, and the allowed regions by name, so that no page needs the table of regions. */
export async function siteSettings(ctx: DbCtx) {
  const { serviceMenu, ...settings } = await readSettings(ctx, [...publicSettingKeys, 'serviceMenu'])
  const services = serviceMenu.filter(({ shown }) => shown).map(({ name }) => serviceEntries[name])
  return { ...settings, services, pickupCities: settings.allowRegion.flatMap((code) => regions.names[code] ?? []) }
}

/** Changes several settings in the caller's transaction; the caller purges the caches that show them. */
export async function writeSettings(ctx: Pick<Ctx, 'db' | 'clock'>, values: Partial<Settings>): Promise<void> {
  for (const [key, value] of Object.entries(values) as [SettingKey, unknown][])
    await putSetting(ctx.db, key, settingSchemas[key].parse(value), ctx.clock.now())
}

/** Holds off other changes of this setting until the caller's transaction ends. */
export function lockSetting(ctx: DbCtx, key: SettingKey): Promise<void> {
  return lockSettings(ctx.db, key)
}

/** Changes one setting; it takes effect at once, without a restart. */
export async function changeSetting<K extends SettingKey>(ctx: Ctx, key: K, value: SettingValue<K>): Promise<void> {
  const checked = settingSchemas[key].parse(value)
  await inTx(ctx, async (inner) => {
    await putSetting(inner.db, key, checked, ctx.clock.now())
    inner.db.afterCommit(() => ctx.cache.purge(['settings']))
  })
}

/** When something promised within so many working hours is due. Every such deadline is computed here or with `workingTime()`. */
export async function workingDeadline(ctx: DbCtx, from: Date, hours: number): Promise<Date> {
  return addWorkingHours(from, hours, await workingTime(ctx))
}

/** The calendar that `addWorkingHours()` needs, for several deadlines at once. */
export async function workingTime(ctx: DbCtx) {
  const { workingHours, hourExceptions } = await readSettings(ctx, ['workingHours', 'hourExceptions'])
  return { workingHours, exceptions: hourExceptions }
}
