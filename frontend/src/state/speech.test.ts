// SPDX-License-Identifier: MIT

import { expect, it } from 'vitest'
import { hostOf } from './speech'

it('says where sound goes', () => {
  expect(['http://localhost:8000/v1', '127.0.0.1:9', 'http://[::1]:1', 'https://user:key@api.example.com/v1', 'speech.lan:80', 'localhost.example.com'].map(hostOf)).toEqual([
    'localhost:8000 on this computer', '127.0.0.1:9 on this computer', '[::1]:1 on this computer', 'api.example.com', 'speech.lan:80', 'localhost.example.com',
  ])
})
