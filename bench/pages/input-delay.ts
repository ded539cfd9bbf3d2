import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { startServer } from '../../scripts/run-server.mjs'
import { calibration, delaysOf, type Delays, hottest, recordEvents, slowedDown } from './event-timing.ts'
import { fillWizard, type Scene, scenes, signedIn } from './input-scenes.ts'

/**
 * Input delay (INP) on a phone's screen with a four times slower processor: the wizard with 200 samples of ten cells, the plan, the
 * laboratory's board, a list with 100 rows and the project editor. Of each scene the best of the rounds counts, because other work on the
 * machine only adds; the fixed loop beside it says what the processor was worth. The pages must have been built.
 * Run: node bench/pages/input-delay.ts [rounds] [part of a scene's name]; BENCH_URL names a running demo instead of a new one; PROFILE=1 adds the
 * functions with the most time. 2026-11-25, loop 95–115 ms: typing 80 ms (312 before), paste 64 (944), boxes 112 (1152); see decision 0111.
 * 2026-11-27, loop 100–124 ms: next and back 264, a row 128, boxes 104, board 88, choosing 96 (152 before the rows of long lists were laid out late).
 * 2026-11-26, beside other work, loop 117–121 ms: next and back with 99 samples 344 ms (896 before: rows below the screen, the busy button and the next step's script came late).
 */
const SLOWNESS = 4
const TARGET_MS = 100
const rounds = Number(process.argv[2] ?? 3)
const wanted = process.argv[3] ?? ''

const given = process.env.BENCH_URL
const server = given ? { url: given, stop: async () => {} } : await startServer({ LOG_LEVEL: 'silent', DEMO: 'life' })
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  for (const scene of scenes.filter(({ name }) => name.includes(wanted))) {
    const runs: (Delays & { loopMs: number; functions: string[] })[] = []
    for (let round = 0; round < rounds; round++) runs.push(await measured(browser, scene))
    const [best] = [...runs].sort((a, b) => a.inp - b.inp)
    if (!best) continue
    console.log(
      `${best.inp <= TARGET_MS ? 'ok  ' : 'SLOW'} ${scene.name}: INP ${best.inp} ms (rounds ${runs.map(({ inp }) => inp).join(', ')}), ` +
        `median ${best.median}, worst ${best.each[0]} of ${best.each.length}; loop ${best.loopMs.toFixed(0)} ms`,
    )
    for (const line of [...best.frames, ...best.functions]) console.log(`       ${line}`)
  }
} finally {
  await browser.close()
  await server.stop()
}

async function measured(browser: Browser, scene: Scene) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  try {
    if (scene.lines) await fillWizard(server.url, scene.lines)
    await signedIn(context, server.url, scene.who)
    await recordEvents(context)
    const page = await context.newPage()
    await scene.open(page)
    const session = await slowedDown(page, SLOWNESS)
    const loopMs = await calibration(page)
    const delays = await delaysOf(page, () => scene.act(page))
    // A second time, because the profiler slows the page down.
    const functions = process.env.PROFILE ? await hottest(session, () => scene.act(page)) : []
    return { ...delays, loopMs, functions }
  } finally {
    await context.close()
  }
}
