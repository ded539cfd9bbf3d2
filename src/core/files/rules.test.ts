import { expect, it } from 'vitest'
import { programFault } from './rules.ts'

it('[Q-228] programs and scripts are refused by their names, whatever their bytes are', () => {
  for (const name of ['evil.exe', '说明.BAT', 'a.pdf.js', '更新.ps1', '打开.lnk', 'run.cmd . '])
    expect([name, programFault(name, 'message')]).toEqual([
      name,
      expect.stringContaining('留言附件不能是程序或脚本（.'),
    ])
  expect(programFault('evil.exe', 'attachment')).toBe('附件不能是程序或脚本（.exe）')
  for (const name of ['条件.txt', '数据.csv', 'exe', 'batch 2.xlsx', 'json.json', '谱图.jdx'])
    expect([name, programFault(name, 'message')]).toEqual([name, undefined])
  // Result files have a list of their own.
  expect(programFault('evil.exe', 'result')).toBeUndefined()
})
