// SPDX-License-Identifier: MIT

// Generated from src/words/en.json by words.ts. DO NOT EDIT.

export interface Words {
  product: string
  nav: {
    play: string
    missions: string
    history: string
    settings: string
    doctor: string
  }
  commands: string
  details: string
  theme: string
  saidBy: (v: { who: string | number; time: string | number }) => string
  shareOf: (v: { time: string | number }) => string
  tabs: {
    talk: string
    where: string
    players: string
  }
  players: {
    title: string
    connected: string
    away: string
    backIn: (v: { s: string | number; of: string | number }) => string
    reconnecting: string
    unknown: string
    gone: string
    unresponsive: string
    health: (v: { n: string | number }) => string
    hunger: (v: { n: string | number }) => string
    idle: string
    notInWorld: string
    paused: string
    thinking: string
    waitsYes: string
    held: (v: { n: number }) => string
    queued: (v: { n: number }) => string
    practice: string
    minecraft: (v: { version: string | number }) => string
    ownGame: string
    helper: string
    select: (v: { name: string | number }) => string
    protocol: (v: { n: string | number }) => string
    process: (v: { n: string | number }) => string
  }
  kept: {
    title: (v: { name: string | number }) => string
    orders: string
    places: string
    held: string
    goOn: string
    state: {
      waiting: string
      running: string
      failed: string
      paused: string
    }
    pause: (v: { text: string | number }) => string
    resume: (v: { text: string | number }) => string
    forget: (v: { text: string | number }) => string
    go: (v: { name: string | number }) => string
    began: (v: { time: string | number }) => string
  }
  found: {
    title: string
    more: string
    nobody: string
    practice: string
    practiceWhy: string
    start: string
    startIt: string
    starting: string
    close: string
    helper: string
    helperHow: string
    mod: string
    modHow: (v: { address: string | number }) => string
    modHowFar: (v: { address: string | number }) => string
    another: string
    tries: string
    copyCommand: string
    worlds: string
    join: (v: { world: string | number }) => string
    joinButton: string
    joinsAs: string
    helpers: string
    helperTo: (v: { name: string | number; address: string | number }) => string
    for: (v: { time: string | number }) => string
    cancel: string
    installing: string
    again: string
    signIn: string
    signInWhy: string
    sendAway: (v: { name: string | number }) => string
    sentAway: (v: { name: string | number }) => string
    network: string
    networkLooking: string
    networkNone: string
    elsewhere: string
    elsewhereWhy: string
    address: string
    addressHolder: string
    name: string
    owner: string
    go: string
    rules: (v: { address: string | number }) => string
    rulesYes: string
    rulesNo: string
    failed: string
    grades: {
      tested: string
      untested: string
      unsupported: string
    }
    untested: string
    unsupported: string
    modded: (v: { mods: string | number }) => string
    type: string
    lan: string
    server: string
  }
  own: {
    title: string
    why: string
    look: string
    looking: string
    none: string
    choose: string
    chooseGame: (v: { name: string | number }) => string
    folder: string
    missing: (v: { name: string | number; version: string | number; why: string | number }) => string
    writes: string
    experimental: string
    untried: string
    write: string
    back: string
    get: (v: { name: string | number; version: string | number }) => string
    start: string
    enter: string
    atOnce: string
    pause: string
    waiting: string
    here: (v: { name: string | number }) => string
    remove: string
    removeFrom: (v: { name: string | number }) => string
    removed: string
    running: string
    better: (v: { name: string | number; version: string | number; why: string | number }) => string
  }
  model: {
    title: string
    without: string
    works: string
    more: string
    hide: string
    here: string
    sends: (v: { host: string | number }) => string
    loaded: string
    silent: (v: { name: string | number }) => string
    ready: string
    reached: string
    again: string
    asked: string
    pick: string
    auto: string
    context: (v: { n: string | number }) => string
  }
  hero: {
    title: (v: { name: string | number }) => string
    titleNobody: (v: { name: string | number }) => string
    name: string
    about: string
    tries: {
      0: string
      1: string
      2: string
      3: string
      4: string
      5: string
    }
    startFirst: string
    local: string
    yours: string
    chests: string
    stop: string
  }
  box: {
    label: string
    mode: string
    modes: {
      'high-level': string
      hybrid: string
      'low-level': string
      agent: string
    }
    first: string
    idle: (v: { name: string | number }) => string
    next: string
    kept: string
    away: (v: { name: string | number }) => string
    lost: string
    nobody: (v: { name: string | number }) => string
    send: string
    pick: string
    settle: string
    reading: string
    notPlain: string
    didYouMean: string
    yes: string
    no: string
    notUnderstood: (v: { part: string | number }) => string
    instead: string
    nextPoint: string
    changeCount: (v: { n: string | number; of: string | number }) => string
    changeThing: (v: { name: string | number }) => string
    whichThing: string
    whichOne: string
    howMany: string
    less: string
    moreOf: string
    change: string
    countOf: (v: { n: string | number }) => string
  }
  improve: {
    button: string
    why: string
    title: string
    asking: string
    yours: string
    clearer: string
    by: (v: { model: string | number }) => string
    passed: (v: { provider: string | number; cause: string | number }) => string
    same: string
    take: string
    keep: string
    byReader: string
  }
  words: {
    edit: string
    understood: (v: { what: string | number }) => string
  }
  speech: {
    hold: (v: { host: string | number }) => string
    goes: (v: { host: string | number }) => string
    writing: string
    nothing: string
    refused: string
    here: (v: { host: string | number }) => string
    setting: string
    on: (v: { host: string | number }) => string
    off: string
  }
  intents: {
    label: string
    after: string
    instead: string
    change: string
    ask: string
    why: {
      after: string
      instead: string
      change: string
      ask: string
    }
    holder: {
      change: string
      ask: string
    }
  }
  stop: {
    button: string
    key: string
    again: string
    stopping: string
    stopped: string
  }
  plan: {
    title: string
    of: (v: { n: number; done: string | number }) => string
    steps: (v: { n: number }) => string
    changes: (v: { n: number }) => string
    left: (v: { time: string | number }) => string
    lastHeard: (v: { time: string | number }) => string
    added: string
    changed: string
    done: (v: { n: number }) => string
    later: (v: { n: number }) => string
    about: (v: { time: string | number }) => string
    ofAbout: (v: { time: string | number; about: string | number }) => string
    waits: (v: { time: string | number }) => string
    by: (v: { who: string | number }) => string
    round: (v: { n: string | number }) => string
    thinking: string
    thinkingFor: (v: { time: string | number }) => string
    open: string
    why: string
    skip: string
    at: string
    to: string
    none: string
    notFetched: string
  }
  why: {
    reason: string
    asked: string
    source: string
    part: string
    needs: string
    gains: string
    outcome: string
    sources: {
      'built-in': string
      model: string
      completing: string
      repair: string
      user: string
      skill: string
    }
    verdicts: {
      confirmed: string
      claimed: string
      contradicted: string
      failed: string
      skipped: string
    }
  }
  approval: {
    title: string
    about: (v: { n: number }) => string
    changes: (v: { what: string | number }) => string
    soFar: (v: { what: string | number }) => string
    add: string
    addWhat: string
    addOf: string
    addKinds: {
      mine: string
      craft: string
      collect: string
      place: string
      consume: string
    }
    addNow: string
    yes: string
    no: string
    all: string
    remove: string
    up: string
    down: string
    aboutTime: (v: { n: number; time: string | number }) => string
    digs: (v: { n: number }) => string
    places: (v: { n: number }) => string
    opens: (v: { n: number }) => string
  }
  film: {
    show: string
    making: string
    title: string
    moment: string
    above: string
    beside: string
    step: (v: { n: string | number; of: string | number; what: string | number }) => string
    sum: (v: { what: string | number; time: string | number }) => string
    sumNone: (v: { time: string | number }) => string
    was: (v: { expected: string | number; was: string | number }) => string
    expected: (v: { time: string | number }) => string
  }
  answer: {
    label: string
    reading: string
    partly: string
    yes: string
    no: string
    typed: string
  }
  verdict: {
    done: string
    unverified: string
    notDone: string
    impossible: string
    unreadable: string
    stopped: string
    cost: (v: { amount: string | number; expected: string | number }) => string
    modelSays: (v: { words: string | number }) => string
    stoppedElse: string
    couldNotStart: string
    countOf: (v: { have: string | number; want: string | number }) => string
    notTried: string
    notStarted: string
    notChecked: string
    missing: string
    actions: (v: { n: number }) => string
    plans: (v: { n: number }) => string
    untold: string
    incomplete: string
    outcome: (v: { parts: string | number }) => string
    moreParts: (v: { n: number }) => string
    partsOf: (v: { met: string | number; all: string | number }) => string
    more: string
    putBack: string
    putBackTitle: (v: { n: number }) => string
    path: string
    walked: (v: { n: number }) => string
    missingTitle: (v: { what: string | number }) => string
    getMissing: (v: { what: string | number }) => string
    come: string
    comeWords: string
    again: string
    tenMore: string
    bring: string
    goOn: string
    goOnNext: string
    copy: string
    copied: string
    details: string
    whatYouCan: string
    doThis: string
    kept: string
    askMissing: string
    whatMissing: string
    saveMission: string
    saveProof: string
    savePicture: string
    proofSaved: string
    onMap: string
    proven: (v: { time: string | number }) => string
    allProven: (v: { n: number; time: string | number }) => string
    someProven: (v: { n: number; seen: string | number }) => string
    known: string
    moreKnown: (v: { told: string | number }) => string
    someKnown: (v: { n: number; told: string | number }) => string
    carriedOut: string
    noneFailed: string
    failedOnTheWay: string
    plansChanged: string
    planAsMade: string
    blocks: (v: { n: number }) => string
    dug: (v: { names: string | number }) => string
    placed: (v: { names: string | number }) => string
    chests: (v: { n: number }) => string
    opened: string
    deaths: (v: { n: number }) => string
    outcomes: {
      restored: (v: { n: string | number }) => string
      refilled: (v: { n: string | number }) => string
      others: (v: { n: string | number }) => string
      missing: (v: { n: string | number }) => string
    }
    asBefore: string
    blocksDug: (v: { n: number }) => string
    blocksPlaced: (v: { n: number }) => string
  }
  state: {
    queued: string
    held: string
    letGo: string
    planning: string
    awaiting_approval: string
    running: string
    paused: string
    stopping: string
    interrupted: string
    complete: string
    unverified: string
    error: string
    stopped: string
  }
  away: {
    title: (v: { name: string | number }) => string
    tries: (v: { s: string | number; of: string | number }) => string
    goneTitle: (v: { name: string | number }) => string
    paused: string
    goesOn: string
    nothing: string
    practice: string
  }
  lost: {
    title: string
    why: string
    now: string
    late: string
    gone: string
  }
  guest: {
    title: (v: { name: string | number }) => string
    why: string
    home: string
  }
  refused: {
    title: string
    why: string
  }
  where: {
    title: string
    practice: string
    seed: (v: { n: string | number }) => string
    view: string
    map: string
    both: string
    nobody: string
    nobodyWhy: string
    noPlace: string
    mapOf: (v: { name: string | number }) => string
    live: string
    lastSeen: (v: { time: string | number }) => string
    follow: (v: { name: string | number }) => string
    larger: string
    smaller: string
    restarted: string
    day: string
    night: string
    dusk: string
    dawn: string
    weather: {
      clear: string
      rain: string
      thunder: string
    }
    speed: string
    speeds: {
      0: string
      1: string
      8: string
      60: string
    }
    pause: string
  }
  inventory: {
    title: string
    used: (v: { n: string | number }) => string
    kept: string
    armour: {
      0: string
      1: string
      2: string
      3: string
    }
    stack: (v: { n: string | number; name: string | number }) => string
  }
  drawer: {
    activity: string
    model: string
    frames: string
    chat: string
    terminal: string
    following: (v: { n: number }) => string
    lines: (v: { n: number }) => string
    filter: string
    player: string
    all: string
    follow: string
    copy: string
    save: string
    open: string
    empty: string
    noChat: string
    say: string
    sayAs: (v: { name: string | number }) => string
    noFrames: string
  }
  terminal: {
    none: string
    by: (v: { who: string | number }) => string
    states: {
      asks: string
      refused: string
      ran: string
    }
    ended: (v: { exit: string | number }) => string
  }
  calls: {
    repaired: string
    faults: (v: { n: number }) => string
    prompt: string
    reply: string
    none: string
    calls: (v: { n: number }) => string
    tokens: (v: { n: number }) => string
    replyOf: (v: { n: string | number; of: string | number }) => string
  }
  missions: {
    title: string
    what: string
    ended: (v: { sets: string | number; done: string | number; of: string | number; passed: string | number; failed: string | number }) => string
    sets: string
    own: string
    bench: string
    suite: string
    begin: string
    titles: {
      'bench/tier-wood': string
      'bench/tier-stone': string
      'bench/tier-iron': string
      'bench/tier-gold': string
      'bench/tier-redstone': string
      'bench/tier-diamond': string
      'bench/tier-food': string
      'bench/tier-armour': string
      'bench/tier-build': string
      'bench/tier-impossible': string
      'bench/language-languages': string
      'bench/language-must-refuse': string
      'bench/language-paraphrase': string
      'bench/language-several-clauses': string
      'bench/language-vague': string
    }
    count: (v: { n: number }) => string
    faulty: (v: { n: number }) => string
    noFaults: string
    checking: string
    loading: string
    run: string
    runThis: string
    runOne: (v: { name: string | number }) => string
    copy: string
    underWay: string
    brokenOff: string
    breakOff: string
    far: (v: { done: string | number; of: string | number }) => string
    tabs: {
      missions: string
      results: string
      text: string
    }
    how: string
    who: string
    asTheySay: string
    builtin: string
    assist: string
    assists: {
      said: string
      none: string
      check: string
      complete: string
      translate: string
    }
    repeat: string
    parallel: string
    seeText: string
    name: string
    save: string
    saveOwn: string
    saved: (v: { set: string | number }) => string
    remove: string
    sure: string
    keep: string
    faultsTitle: string
    line: (v: { n: string | number }) => string
    textOf: (v: { set: string | number }) => string
    recorded: (v: { title: string | number }) => string
    open: string
    which: string
    ranking: string
    rankRule: string
    rank: string
    planner: string
    interval: string
    passed: string
    of: (v: { n: string | number }) => string
    share: (v: { share: string | number; low: string | number; high: string | number }) => string
    falseSuccess: string
    time: string
    tokens: string
    byMission: string
    passedOf: string
    mission: string
    cell: (v: { mission: string | number; planner: string | number; good: string | number; all: string | number }) => string
    watching: (v: { mission: string | number }) => string
    soon: string
    notRun: string
    ceased: (v: { sets: string | number; done: string | number; of: string | number; passed: string | number; failed: string | number }) => string
    farLeft: (v: { done: string | number; of: string | number; left: string | number }) => string
  }
  history: {
    title: string
    search: string
    export: string
    again: string
    none: string
    noneFits: string
    proof: string
    older: string
    data: string
    changed: string
    replay: string
    replayTitle: string
    play: string
    hold: string
    moment: string
    gained: string
    nothingYet: string
    model: string
    planning: string
    counted: string
    planFor: (v: { why: string | number }) => string
    timeline: string
    parts: string
    steps: string
    health: string
    hunger: string
    askedFor: string
    added: string
    failed: string
    planChanged: string
    loading: string
    dug: (v: { names: string | number }) => string
    placed: (v: { names: string | number }) => string
    stepFailed: (v: { step: string | number; why: string | number }) => string
  }
  add: {
    server: string
    servers: {
      studio: string
      ollama: string
      llama: string
      another: string
    }
    url: string
    model: string
    key: string
    how: string
    howNext: string
    file: (v: { path: string | number }) => string
    copy: string
    noAddress: string
  }
  settings: {
    title: string
    safety: string
    models: string
    appearance: string
    authors: string
    phone: string
    phoneWhy: string
    phoneShow: string
    phoneCode: string
    phoneLeft: (v: { time: string | number }) => string
    phoneOver: string
    phoneCert: (v: { fingerprint: string | number }) => string
    ask: string
    askWhy: string
    none: string
    inFile: (v: { path: string | number }) => string
    noFile: string
    theme: string
    themes: {
      dark: string
      light: string
      system: string
    }
    textSize: string
    sound: string
    soundWhy: string
    notify: string
    notifyWhy: string
    notifyRefused: string
    newer: string
    newerWhy: (v: { host: string | number }) => string
    newerOff: string
    newerLook: string
    newerNone: (v: { version: string | number }) => string
    newerThere: (v: { newest: string | number; version: string | number }) => string
    start: string
    startOn: (v: { where: string | number }) => string
    startOff: (v: { where: string | number }) => string
    on: string
    off: string
    remove: (v: { name: string | number }) => string
    removeShort: string
    protectHere: (v: { name: string | number }) => string
    place: (v: { name: string | number; r: string | number; x: string | number; y: string | number; z: string | number }) => string
    pin: string
    pinWhy: string
    pinNew: string
    pinAsk: string
    pinUse: string
    pinSet: string
    pinOff: string
    pinOn: string
    pinOpen: string
    pinLock: string
    players: string
    viewer: string
    viewerWhy: string
    nobody: string
    addModel: string
    conformance: string
    address: string
    used: string
    plainNone: string
    test: string
    testOf: (v: { name: string | number }) => string
    testing: string
    checking: string
    notTested: string
    ready: (v: { server: string | number }) => string
    unasked: (v: { found: string | number }) => string
    answered: (v: { seconds: string | number }) => string
    modelsOf: (v: { name: string | number }) => string
    learned: (v: { name: string | number }) => string
    modelList: string
    noModels: string
    inMemory: string
    resting: (v: { why: string | number }) => string
    keepsAway: string
    keptAway: string
    testingFor: (v: { n: string | number }) => string
    readyLoaded: (v: { server: string | number }) => string
    it: string
    language: string
    languageWhy: string
  }
  doctor: {
    title: string
    again: string
    copy: string
    looked: (v: { n: string | number }) => string
    server: string
    serverOk: string
    bodies: string
    noBodies: string
    models: string
    asking: string
    journal: string
    journalOk: string
    history: string
    network: string
    networkOk: string
    justNow: string
  }
  written: {
    title: (v: { who: string | number }) => string
    world: (v: { name: string | number }) => string
    only: string
    all: string
    you: string
    practice: string
  }
  threads: {
    title: string
    rename: string
    name: string
    keep: string
    delete: string
    deleteTitle: (v: { name: string | number }) => string
    deleteWhy: (v: { n: number }) => string
    stay: string
    deleted: string
    goals: (v: { n: number }) => string
    none: string
  }
  palette: {
    title: string
    placeholder: string
    commands: string
    again: string
    more: string
    none: string
    run: string
    choose: string
    sendGoal: string
    pause: string
    resume: string
    skip: string
    stop: string
    clear: string
    retry: string
    missions: string
    history: string
    settings: string
    doctor: string
    theme: string
    details: string
    pick: string
    save: string
  }
  picker: {
    title: string
    often: string
    tools: string
    found: string
    get: string
    make: string
    fewer: string
    more: string
    count: string
    none: string
    noneSuch: string
  }
  protect: {
    title: (v: { radius: string | number }) => string
    why: (v: { who: string | number }) => string
    backup: string
    yes: string
    no: string
    done: (v: { name: string | number }) => string
    whyAt: (v: { who: string | number; at: string | number }) => string
  }
  consent: {
    title: string
    by: (v: { who: string | number }) => string
    left: (v: { s: string | number }) => string
    yes: string
    no: string
    ran: (v: { command: string | number }) => string
    refused: (v: { command: string | number }) => string
    asks: (v: { command: string | number }) => string
    ranTo: (v: { command: string | number; exit: string | number }) => string
    refusedFor: (v: { command: string | number; why: string | number }) => string
  }
  leaving: {
    title: string
    why: string
    keep: string
    quit: string
    stay: string
  }
  signs: {
    ok: string
    run: string
    todo: string
    guess: string
    unsure: string
    bad: string
    skip: string
    stop: string
    wait: string
  }
  close: string
  times: {
    today: (v: { time: string | number }) => string
    yesterday: (v: { time: string | number }) => string
    about: (v: { amount: string | number }) => string
  }
}
