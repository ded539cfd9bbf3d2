/**
 * The kinds of 网站设置 by their names alone, for the menu of the console: their declarations have the schemas of all content, which every page
 * of the console would load.
 */
const settingKind = /^setting[A-Z]/

export function isSettingKind(name: string): boolean {
  return settingKind.test(name)
}
