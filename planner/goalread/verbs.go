package goalread

// verbs maps the words that a clause may begin with to its kind.
var verbs = map[string]Kind{
	"get": Get, "obtain": Get, "acquire": Get, "fetch": Get, "grab": Get, "find": Get, "have": Get, "collect": Get, "gather": Get, "pick up": Get, "get hold of": Get, "stock up on": Get, "need": Get, "want": Get, "bring back": Get, "gimme": Get, "loot": Get, "own": Get, "hold": Equip, "procure": Get, "go get": Get,
	"mine": Mine, "dig": Mine, "dig up": Mine, "dig out": Mine, "chop": Mine, "chop down": Mine, "cut": Mine, "cut down": Mine, "break": Mine, "excavate": Mine, "harvest": Mine, "fell": Mine, "mine for": Mine, "dig for": Mine,
	"craft": Craft, "make": Craft, "create": Craft, "construct": Craft, "forge": Craft, "produce": Craft, "build": Craft, "bake": Craft, "craft up": Craft, "put together": Craft, "brew": Craft, "assemble": Craft,
	"smelt": Smelt, "cook": Smelt, "roast": Smelt, "melt": Smelt, "grill": Smelt, "fry": Smelt, "burn": Smelt,
	"kill": Kill, "slay": Kill, "hunt": Kill, "attack": Kill, "fight": Kill, "defeat": Kill, "murder": Kill, "hunt down": Kill, "slaughter": Kill, "butcher": Kill,
	"go to": Goto, "goto": Goto, "go": Goto, "walk to": Goto, "walk": Goto, "travel to": Goto, "travel": Goto, "run to": Goto, "run": Goto, "move to": Goto, "move": Goto, "head to": Goto, "head over to": Goto, "come to": Goto, "come": Goto, "navigate to": Goto, "return to": Goto, "go over to": Goto,
	"say": Say, "chat": Say, "shout": Say, "announce": Say, "tell everyone": Say, "write": Say, "type": Say, "yell": Say, "tell the chat": Say, "say in chat": Say,
	"eat": Eat, "consume": Eat, "drink": Eat,
	"equip": Equip, "wear": Equip, "put on": Equip, "wield": Equip, "switch to": Equip, "dress in": Equip,
	"place": Place, "put down": Place, "set down": Place, "put": Place, "set up": Place, "lay": Place,
	"deposit": Deposit, "store": Deposit, "stash": Deposit, "stow": Deposit,
	"withdraw": Withdraw, "take": Withdraw, "take out": Withdraw, "retrieve": Withdraw,
	"give": Give, "hand": Give, "bring": Give, "deliver": Give, "toss": Give, "throw": Give, "drop": Give, "hand over": Give,
	"follow": Follow, "come with": Follow, "accompany": Follow,
	"sleep": Sleep, "go to sleep": Sleep, "go to bed": Sleep, "take a nap": Sleep,
	"wait": Wait, "wait for": Wait, "pause for": Wait,
	"interact with": Interact, "use": Interact, "click": Interact, "right click": Interact, "press": Interact, "open": Interact, "pull": Interact, "flip": Interact, "activate": Interact,
}

// openers are words before a verb that add nothing.
var openers = []string{
	"please", "pls", "plz", "can you", "could you", "would you", "will you", "can u", "i want you to", "i need you to", "i would like you to", "id like you to",
	"i want to", "i need to", "lets", "let us", "let me", "hey", "hi", "ok", "okay", "now", "just", "quickly", "first", "go and", "try to", "start to", "help me", "help me to", "yo", "minehand", "bot", "i would like to", "i want", "i need", "i would like", "id like", "we need", "you should", "kindly", "also", "then", "next", "finally", "after that", "afterwards", "so", "ill need", "bring back to me",
}

// connectors stand between goals.
var connectors = map[string]bool{"and": true, ",": true, "then": true, "also": true, "plus": true, "next": true, "finally": true, "afterwards": true, "with": false}

// fillers after a goal add nothing.
var closers = []string{"please", "pls", "plz", "for me", "for us", "thanks", "thank you", "now", "right now", "asap", "quickly", "in the game", "in total", "as well", "too", "from somewhere", "to me", "if you can", "somewhere", "here", "on the ground", "nearby", "next to me", "near me", "near you", "next to you", "in a furnace", "in the furnace", "at a crafting table", "from the ground", "in the world", "immediately", "so we can see"}
