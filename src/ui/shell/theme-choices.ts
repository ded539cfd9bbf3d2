import type { IconName } from '../text/icon.tsx'

export type ThemeChoice = 'system' | 'light' | 'dark'

export const themeChoices: { value: ThemeChoice; label: string; icon: IconName }[] = [
  { value: 'system', label: '外观：跟随系统', icon: 'sun-moon' },
  { value: 'light', label: '外观：浅色', icon: 'sun' },
  { value: 'dark', label: '外观：深色', icon: 'moon' },
]
