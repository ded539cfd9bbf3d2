import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** What reports an error is loaded with the first one. When it cannot be loaded, that must not be the next error to report. */
const report = (fault: unknown) =>
  void import('../web/browser/report-fault.ts').then(
    (module) => module.reportFault(fault),
    () => {},
  )

for (const uncaught of ['error', 'unhandledrejection'])
  addEventListener(uncaught, (event) => report((event as ErrorEvent).error ?? (event as PromiseRejectionEvent).reason))
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={report} />
    </StrictMode>,
  )
})
