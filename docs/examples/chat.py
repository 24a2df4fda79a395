# A chat program's part in Python (pip install mcp): python chat.py "get 2 dirtt" minehand mcp --practice
import asyncio, sys
from mcp import Client, StdioServerParameters, types

goal, program, *args = sys.argv[1:]

async def ask(context, question):  # what only the person can say yes to
    yes = input(f"{question.message} (y/n) ") == "y"
    return types.ElicitResult(action="accept" if yes else "decline", content={"agree": True} if yes else None)

async def main():
    async with Client(StdioServerParameters(command=program, args=args), elicitation_callback=ask) as chat:
        taken = await chat.call_tool("send_goal", {"prompt": goal})
        print(taken.content[0].text)
        if "taskId" in (taken.structured_content or {}):
            print((await chat.call_tool("wait_for_task", {"taskId": taken.structured_content["taskId"]})).content[0].text)

asyncio.run(main())
