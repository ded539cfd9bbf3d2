/** An error of a page as the browser reports it. Holds nothing of the visitor beside what the engine says about the error. */
export interface BrowserReport {
  /** Made by the browser; its first characters are the 问题编号 that the visitor sees. */
  id: string
  type: string
  message: string
  stack: string
  page: string
  /** Of the script that reports: a page may have been opened before an upgrade. */
  release: string
}

export const BROWSER_FAULTS_PATH = '/api/fault'
export const browserReportLimits = { message: 300, stack: 4000 } as const
