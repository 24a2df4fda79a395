// SPDX-License-Identifier: MIT

import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { app } from './state/app.svelte'
import { frame } from './wire/transport'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target })
app.start()
frame.mounted()
