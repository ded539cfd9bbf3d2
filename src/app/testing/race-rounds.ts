/** How often a race is run: a few times in the check, `RACE_ROUNDS` times by the races in `bench/`. */
export function raceRounds(few: number): number {
  return Number(process.env.RACE_ROUNDS ?? few)
}
