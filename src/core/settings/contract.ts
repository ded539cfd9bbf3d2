import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { nothing } from '../../platform/contract/fields.ts'
import { publicSettingKeys, publicSettingSchemas } from './public-rules.ts'

export const publicSettings = z.object(publicSettingSchemas)

export const setting = defineCall({
  name: 'setting',
  area: 'open',
  reads: true,
  summary: '站点公开设置',
  cacheTags: ['settings'],
  input: nothing,
  /** `pickupCities`: the names of `allowRegion`. `services`: what the menu 服务项目 offers, in the order of the editors. */
  output: publicSettings.extend({
    pickupCities: z.array(z.string()),
    services: z.array(z.object({ label: z.string(), to: z.string() })),
  }),
})
export type PublicSettings = z.output<typeof setting.output>

/**
 * What the layout and texts of public pages show. Other settings are requested where they are needed: they would add a quarter of a
 * kilobyte to every page.
 */
export const SITE_SETTING_KEYS = [
  'siteName',
  'siteSlogan',
  'localInfo',
  'workingHours',
  'hourExceptions',
  'icp',
  'labAddress',
  'imageBase',
  'services',
  'businessLicense',
  'qrCodes',
  'pickupCities',
] as const satisfies readonly (keyof PublicSettings)[]
export type SiteSettings = Pick<PublicSettings, (typeof SITE_SETTING_KEYS)[number]>

export const settingList4key = defineCall({
  name: 'setting/list4key',
  area: 'open',
  reads: true,
  summary: '按名称读取公开设置',
  input: z.strictObject({
    keys: z
      .array(z.enum(publicSettingKeys, { error: '没有这项公开设置' }), { error: '请给出设置名称' })
      .min(1, '请给出设置名称')
      .max(publicSettingKeys.length, '设置名称过多'),
  }),
  output: publicSettings.partial(),
})
