// SPDX-License-Identifier: MIT

// Tests read the words as the page does: once they are loaded.
import { speak } from './words'

await speak()
