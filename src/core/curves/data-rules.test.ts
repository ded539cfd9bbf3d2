import { describe, expect, it } from 'vitest'
import { sampleOfFile } from './data-rules.ts'
import { missingForHandIn, missingRecords, normalCode, roundsOf, spacedCode } from '../../lab/reports/rules.ts'

describe('matching files with samples', () => {
  const numbers = ['MX2603020000101', 'MX2603020000102', 'MX2603020000111']
  it('finds the sample number in the file name, and only that one', () => {
    expect(sampleOfFile('MX2603020000101_XRD.xy', numbers)).toBe(numbers[0])
    expect(sampleOfFile('xrd mx2603020000102 第二次.csv', numbers)).toBe(numbers[1])
    expect(sampleOfFile('MX26030200001-01.raw', numbers)).toBe(numbers[0])
    expect(sampleOfFile('MX26030200001-11.raw', numbers)).toBe(numbers[2])
    expect(sampleOfFile('MX26030200001011.xy', numbers)).toBeUndefined()
    expect(sampleOfFile('MX2603020000101_MX2603020000102.xy', numbers)).toBeUndefined()
    expect(sampleOfFile('汇总.xlsx', numbers)).toBeUndefined()
  })
})

describe('rules of reports', () => {
  it('[Q-224] is a decision where a sample has a result and is said to have no data', () => {
    const withoutData = [{ sampleNo: 'A01', reason: '分解' }]
    const rounds = { retest: undefined, returned: undefined, corrected: undefined }
    const record = { lineId: 1, endedAt: new Date(), orderVersion: 4, measured: [{ sampleNo: 'A01' }] }
    const facts = {
      ...{ lines: [{ id: 1, projectName: 'XRD' }], files: [], rounds, retestLineIds: null, withoutData, awaited: [] },
      samples: [{ sampleNo: 'A01', lineId: 1 }],
    }
    expect(missingForHandIn({ ...facts, records: [record] })).toEqual([
      '样品 A01：注明了无数据，检测记录中却有它的结果，请移除其一',
    ])
    expect(missingForHandIn({ ...facts, records: [{ ...record, measured: [] }] })).toEqual([])
  })

  it('[Q-213] of two lines of one project is told by their place', () => {
    const line = (id: number, projectName: string) => ({ id, projectName })
    const rounds = { retest: undefined, returned: undefined, corrected: undefined }
    const lines = [line(7, 'ICP'), line(8, 'XRD'), line(9, 'ICP')]
    expect(missingRecords({ lines, records: [], rounds, retestLineIds: null })).toEqual([
      'ICP（第 1 项）：缺少检测记录',
      'XRD：缺少检测记录',
      'ICP（第 3 项）：缺少检测记录',
    ])
  })

  it('[F-34] names what is missing before verification, sample by sample', () => {
    const facts = {
      lines: [{ id: 1, projectName: 'XRD' }],
      records: [],
      files: [],
      samples: [
        { sampleNo: 'A01', lineId: 1 },
        { sampleNo: 'A02', lineId: 1 },
      ],
      rounds: { retest: undefined, returned: undefined, corrected: undefined },
      retestLineIds: null,
      withoutData: [],
      awaited: [],
    }
    expect(missingForHandIn(facts)).toEqual(['XRD：缺少检测记录', '尚未上传检测数据'])
    const ended = { lineId: 1, endedAt: new Date(), orderVersion: 4 }
    const file = (sampleNo: string, orderVersion = 4) => ({ sampleNo, orderVersion })
    const wanted = (sampleNo: string) => `样品 ${sampleNo}：尚未上传检测数据`
    const files = [file('A01')]
    expect(missingForHandIn({ ...facts, records: [ended], files })).toEqual([wanted('A02')])
    // A file of the whole order belongs to neither sample.
    expect(missingForHandIn({ ...facts, records: [ended], files: [file('')] })).toEqual([wanted('A01'), wanted('A02')])
    expect(
      missingForHandIn({ ...facts, samples: facts.samples.slice(0, 1), records: [ended], files: [file('')] }),
    ).toEqual([])
    const withoutData = [{ sampleNo: 'A02', reason: '测试中分解' }]
    expect(missingForHandIn({ ...facts, records: [ended], files, withoutData })).toEqual([])
    expect(missingForHandIn({ ...facts, records: [{ ...ended, endedAt: null }], files, withoutData })).toEqual([
      'XRD：未填写实验结束时间',
    ])
    expect(missingForHandIn({ ...facts, records: [ended], files, withoutData, awaited: ['A03'] })).toEqual([
      '样品 A03：重新寄送的样品还没有收到',
    ])
    expect(missingForHandIn({ ...facts, records: [ended], files, samples: [] })).toEqual([
      '没有检测过的样品，请上报异常或联系客户经理',
    ])
  })

  it('after a retest, every line that is measured again needs a new record and a new file, and no other line does', () => {
    const at = new Date()
    const facts = {
      lines: [
        { id: 1, projectName: 'XRD' },
        { id: 2, projectName: 'SEM' },
      ],
      records: [1, 2].map((lineId) => ({ lineId, endedAt: at, orderVersion: 4 })),
      files: ['A01', 'A02'].map((sampleNo) => ({ sampleNo, orderVersion: 4 })),
      samples: [
        { sampleNo: 'A01', lineId: 1 },
        { sampleNo: 'A02', lineId: 2 },
      ],
      rounds: {
        retest: { since: 8, reason: '峰位偏移', by: 'customer' as const, kind: 'retest' as const, at },
        returned: undefined,
        corrected: undefined,
      },
      retestLineIds: [2],
      withoutData: [],
      awaited: [],
    }
    expect(missingForHandIn(facts)).toEqual([
      'SEM：复测后尚未填写新的检测记录',
      'SEM：复测后尚未上传新的或更正的数据文件',
    ])
    const record = { lineId: 2, endedAt: at, orderVersion: 8 }
    const file = { sampleNo: 'A02', orderVersion: 8 }
    const redone = { ...facts, records: [...facts.records.slice(0, 1), record], files: [...facts.files, file] }
    expect(missingForHandIn(redone)).toEqual([])
    expect(missingForHandIn({ ...redone, retestLineIds: null })).toEqual([
      'XRD：复测后尚未填写新的检测记录',
      'XRD：复测后尚未上传新的或更正的数据文件',
    ])
  })

  it('finds the latest retest with the customer’s reason and the latest return with the reviewer’s', () => {
    const at = new Date()
    const move = (version: number, action: string, reason: string | null = null) => ({
      version,
      action,
      reason,
      actorKind: 'staff',
      at,
    })
    const first = [move(1, 'create'), move(5, 'returnToTesting', '缺少背底')]
    expect(roundsOf(first)).toMatchObject({ retest: undefined, returned: { since: 5, reason: '缺少背底' } })
    expect(
      roundsOf([
        ...first,
        move(7, 'requestRetest', '峰位偏移'),
        move(8, 'acceptRetest'),
        move(10, 'returnToTesting', '二'),
      ]),
    ).toMatchObject({ retest: { since: 8, reason: '峰位偏移', by: 'customer' }, returned: { since: 10, reason: '二' } })
  })

  it('reads a verification code in any way people type it', () => {
    expect(normalCode(' abcd-efgh-jkmn ')).toBe('ABCDEFGHJKMN')
    expect(normalCode('ABCDEFGHJKM0')).toBeUndefined()
    expect(spacedCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN')
  })
})
