import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeSetting, readSetting, readSettings } from './actions.ts'
import { setting, settingList4key } from './contract.ts'
import { seedSettings } from '../../../demo/settings.ts'
import { publicSettingKeys } from './public-rules.ts'
import { defaultSettings } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[N-12] answers the defaults, then the changed values, without a restart', async () => {
  expect((await app.call(setting, {})).workingHours).toBe('周一至周六 8:30-18:30')
  await seedSettings(app.system)
  expect((await app.call(setting, {})).localInfo.phone).toBe('400-000-0000')
  await changeSetting(app.system, 'workingHours', '周一至周五 9:00-18:00')
  expect((await app.call(setting, {})).workingHours).toBe('周一至周五 9:00-18:00')
  await seedSettings(app.system)
  expect(await readSetting(app.system, 'workingHours')).toBe('周一至周五 9:00-18:00')
})

it('[C-02] list4key answers only the requested keys, in JSON and as a form', async () => {
  expect(Object.keys(await app.call(settingList4key, { keys: ['siteName', 'icp'] })).sort()).toEqual([
    'icp',
    'siteName',
  ])
  expect(await app.call(settingList4key, { keys: ['siteName'] }, { form: true })).toEqual({ siteName: '明析科测' })
})

it('never answers a setting that is not public, and refuses bad input', async () => {
  for (const keys of [
    ['creditLimitFen'],
    ['__proto__'],
    [],
    'siteName',
    [1],
    Array.from({ length: 100 }, () => 'icp'),
  ]) {
    expect(await app.refusal(settingList4key, { keys })).toMatchObject({ status: 200, error: 'invalid' })
  }
  expect(await app.refusal(setting, { x: 1 })).toMatchObject({ error: 'invalid' })
  expect(Object.keys(await app.call(setting, {})).sort()).toEqual(
    [...publicSettingKeys, 'pickupCities', 'services'].sort(),
  )
})

it('[H-05] names the cities with free pickup', async () => {
  await changeSetting(app.system, 'allowRegion', ['110100', '310100', '999999'])
  expect((await app.call(setting, {})).pickupCities).toEqual(['北京市', '上海市'])
})

it('uses the default when a stored value no longer fits its schema', async () => {
  await app.db.run(sql`insert into settings (key, value, updated_at) values ('quoteValidDays', '"soon"', now())`)
  expect(await readSettings(app.system, ['quoteValidDays', 'creditLimitFen'])).toEqual({
    quoteValidDays: defaultSettings.quoteValidDays,
    creditLimitFen: defaultSettings.creditLimitFen,
  })
  await expect(changeSetting(app.system, 'quoteValidDays', 0)).rejects.toThrow()
})

it('[F-41] the image base is a URL or a path, and nothing that breaks out of an attribute', async () => {
  for (const base of ['', '/pictures', 'https://img.example.com', 'https://img.example.com:8443/site/'])
    await changeSetting(app.system, 'imageBase', base)
  for (const base of [
    'img.example.com',
    'javascript:alert(1)',
    'https://a.example"><script>',
    'https://a b',
    '//a.example',
  ])
    await expect(changeSetting(app.system, 'imageBase', base), base).rejects.toThrow('图片地址前缀')
})
