// SPDX-License-Identifier: MIT

// Why an action fails: one code of docs/protocol and a sentence for people.

export type Code =
  | 'timeout' | 'interrupted' | 'invalid' | 'no_world' | 'died' | 'denied' | 'unsupported' | 'connection_lost' | 'internal' | 'busy'
  | 'no_path' | 'unreachable' | 'not_found' | 'wrong_dimension' | 'missing_tool' | 'missing_item' | 'inventory_full'
  | 'protected' | 'no_support' | 'no_station' | 'no_fuel' | 'unknown_recipe' | 'not_hungry'
  | 'missing_levels' | 'no_bed' | 'not_night' | 'monsters_near'

/** Codes where the same action may succeed when it is tried again without anything else being done first. */
const RETRYABLE: ReadonlySet<Code> = new Set<Code>(['timeout', 'interrupted', 'no_world', 'died', 'connection_lost', 'internal', 'busy', 'no_path', 'unreachable'])

export class ActionError extends Error {
  readonly code: Code
  readonly retryable: boolean

  constructor(code: Code, message: string) {
    super(message)
    this.name = 'ActionError'
    this.code = code
    this.retryable = RETRYABLE.has(code)
  }
}

/** Any thrown thing as an ActionError; what is not one is a fault of this body or its library: internal. */
export function asActionError(err: unknown): ActionError {
  if (err instanceof ActionError) return err
  const text = err instanceof Error ? err.message : String(err)
  return new ActionError('internal', `the body could not do this: ${text.replace(/^(Error: )+/, '')}`)
}
