// SPDX-License-Identifier: MIT

import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { app } from './state/app.svelte'
import { frame } from './wire/transport'
import { LANGUAGE, speak } from './words'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
document.documentElement.lang = LANGUAGE
void speak().then(() => {
  mount(App, { target })
  app.start()
  frame.mounted()
})

// What opens later is fetched once the page stands, so that it opens at once, and also
// while Minehand does not answer.
const later = import.meta.glob(['./over/*.svelte', './drawer/{Drawer,Inside}.svelte', './where/Where.svelte', './who/{CharacterCard,Elsewhere}.svelte', './talk/{TaskEntry,Approval,Improve,CountPicker,ThingPicker,Partly}.svelte', './base/{MenuOpen,Notices}.svelte', './items/tiles.ts', './pages/{Settings,Doctor,Missions,History}.svelte'])
setTimeout(() => {
  performance.mark('later')
  for (const load of Object.values(later)) load().catch(() => undefined) // asked for again when it is wanted
}, 1500)
