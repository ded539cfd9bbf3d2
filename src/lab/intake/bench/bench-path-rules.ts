/** The address of the phone's page, which a service worker keeps for hours without network. */
export const BENCH_PATH = '/console/bench'
