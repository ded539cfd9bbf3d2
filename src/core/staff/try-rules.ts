// The names under which failed tries of staff are counted.

export const passwordTries = (account: string): string => `staff:${account}`

export const factorTries = (staffId: number): string => `staff-code:${staffId}`
